import { channel, contact, filtered, label, lately, phone, receivedMessage, talk, team, word } from './records.ts'
import type { Samples } from './tenant.ts'

export const conversations = {
  assign_conversation: async (tenant) => ({ conversation_id: (await talk(tenant)).id, agent: tenant.user_id }),
  count_conversations: (tenant) => filtered(tenant),
  create_contact_identity: async (tenant) => ({
    contact_id: await contact(tenant),
    inbox_id: (await channel(tenant)).id,
    source_id: word(tenant),
  }),
  create_conversation: async (tenant) => ({
    contact_id: await contact(tenant),
    inbox_id: (await channel(tenant)).id,
    source_id: word(tenant),
    status: 'pending',
    agent: tenant.user_id,
    team: (await team(tenant)).id,
    custom_attributes: { pedido: tenant.mark, monto: 12 },
    additional_attributes: { referer: 'https://example.com', dentro: { lista: [1, null, 'x'] } },
    message: { content: `Su pedido llegó ${tenant.mark}`, content_attributes: { plantilla: 'envío' } },
  }),
  create_known_contact: async (tenant) => ({
    name: `Conocida ${tenant.mark}`,
    identifier: word(tenant),
    inbox_id: (await channel(tenant)).id,
    source_id: word(tenant),
    custom_attributes: { utm_source: 'feria' },
  }),
  delete_message: async (tenant) => ({ message_id: (await receivedMessage(tenant)).message.id }),
  get_contacts: async (tenant) => ({ contact_ids: [(await talk(tenant)).contact.id] }),
  get_conversation_detail: async (tenant) => ({ conversation_id: (await talk(tenant)).id, message_limit: 5 }),
  get_conversation_messages: async (tenant) => ({ conversation_id: (await talk(tenant)).id, limit: 5 }),
  get_messages: async (tenant) => ({ message_ids: [(await receivedMessage(tenant)).message.id] }),
  list_conversations: async (tenant) => ({ ...(await filtered(tenant)), sort: '-priority', offset: 0, limit: 5 }),
  get_csat_summary: async (tenant) => lately(tenant),
  list_csat_responses: async (tenant) => ({
    ...(await lately(tenant)),
    rating: 5,
    answered_only: true,
    include_total: true,
    limit: 5,
  }),
  list_sla_breaches: async (tenant) => ({
    ...(await lately(tenant)),
    team: (await team(tenant)).id,
    priority: 'none',
    kind: 'first_response',
    include_total: true,
    limit: 5,
  }),
  list_messages: async (tenant) => {
    const { inbox_id, assignee, from, to } = await lately(tenant)
    const filters = { sender: 'agent', agent: assignee, answers_only: true, weekday: 1, hour: 9 } as const
    return { inbox_id, from, to, ...filters, include_total: true, limit: 5 }
  },
  list_waiting_conversations: async (tenant) => {
    const { inbox_id, assignee, team } = await filtered(tenant)
    return { inbox_id, assignee, team, limit: 5 }
  },
  list_conversation_changes: async (tenant) => ({
    conversation_id: (await talk(tenant)).id,
    limit: 5,
  }),
  list_participants: async (tenant) => ({ conversation_id: (await talk(tenant)).id }),
  mark_conversation_pending: async (tenant) => ({ conversation_id: (await talk(tenant)).id }),
  mark_conversation_read: async (tenant) => ({ conversation_id: (await talk(tenant)).id }),
  send_transcript: async (tenant) => {
    const { id } = await talk(tenant)
    await tenant.act('send_message', { conversation_id: id, content: 'Hola' })
    return { conversation_id: id, email: `copia.${tenant.mark}@example.com` }
  },
  mark_conversation_unread: async (tenant) => {
    const { id } = await talk(tenant)
    await tenant.act('mark_conversation_read', { conversation_id: id })
    return { conversation_id: id }
  },
  receive_message: async (tenant) => {
    const { conversation, message } = await receivedMessage(tenant)
    const { inbox, source_id, id } = conversation
    return {
      inbox_id: inbox.id,
      conversation_id: id,
      source_id: source_id!,
      external_id: word(tenant),
      reply_to: message.id,
      content: `¿Sigue ahí? ${tenant.mark}`,
      attachments: [tenant.upload()],
      contact: { name: `Inés ${tenant.mark}`, phone_number: phone(tenant), custom_attributes: { vip: true } },
      additional_attributes: { navegador: 'x' },
    }
  },
  reopen_conversation: async (tenant) => {
    const { id } = await talk(tenant)
    await tenant.act('resolve_conversation', { conversation_id: id })
    return { conversation_id: id }
  },
  resolve_conversation: async (tenant) => ({ conversation_id: (await talk(tenant)).id }),
  search_messages: async (tenant) => {
    const { inbox, contact } = await talk(tenant)
    return { query: 'camión', inbox: inbox.id, contact_id: contact.id, limit: 5 }
  },
  send_message: async (tenant) => {
    const { message, conversation } = await receivedMessage(tenant)
    return {
      conversation_id: conversation.id,
      content: `Sí, con gusto ${tenant.mark}`,
      content_attributes: { plantilla: { nombre: 'saludo' } },
      attachments: [tenant.upload()],
      reply_to: message.id,
      private: true,
      external_id: word(tenant),
    }
  },
  set_reaction: async (tenant) => ({ message_id: (await receivedMessage(tenant)).message.id, emoji: '👍' }),
  remove_reaction: async (tenant) => {
    const { message } = await receivedMessage(tenant)
    await tenant.act('set_reaction', { message_id: message.id, emoji: '👍' })
    return { message_id: message.id }
  },
  reschedule_message: async (tenant) => {
    const { id: conversation_id } = await talk(tenant)
    const message = { conversation_id, content: tenant.mark, scheduled_at: '2027-01-05T10:00:00.000Z' }
    return { message_id: (await tenant.act('send_message', message)).id, scheduled_at: '2027-01-06T10:00:00.000Z' }
  },
  retry_message: async (tenant) => {
    const { id } = await talk(tenant)
    const sent = await tenant.act('send_message', { conversation_id: id, content: tenant.mark })
    await tenant.act('update_message', { message_id: sent.id, status: 'failed' })
    return { message_id: sent.id }
  },
  set_conversation_labels: async (tenant) => {
    const { title } = await label(tenant)
    return { conversation_id: (await talk(tenant)).id, labels: [title] }
  },
  set_conversation_priority: async (tenant) => ({ conversation_id: (await talk(tenant)).id, priority: 'urgent' }),
  set_conversation_team: async (tenant) => ({
    conversation_id: (await talk(tenant)).id,
    team: (await team(tenant)).id,
  }),
  set_participants: async (tenant) => ({
    conversation_id: (await talk(tenant)).id,
    participants: [tenant.user_id],
  }),
  set_typing: async (tenant) => ({ conversation_id: (await talk(tenant)).id, typing: true, private: false }),
  set_viewing: async (tenant) => ({ conversation_id: (await talk(tenant)).id, viewing: true }),
  snooze_conversation: async (tenant) => ({
    conversation_id: (await talk(tenant)).id,
    until: new Date(Date.now() + 86_400_000).toISOString(),
  }),
  tag_conversation: async (tenant) => {
    const { id, title } = await label(tenant)
    return { conversation_id: (await talk(tenant)).id, label_id: id, label_title: title }
  },
  unassign_conversation: async (tenant) => {
    const { id } = await talk(tenant)
    await tenant.act('assign_conversation', { conversation_id: id, agent: tenant.user_id })
    return { conversation_id: id }
  },
  undo_conversation_change: async (tenant) => {
    const { id: conversation_id } = await talk(tenant)
    await tenant.act('resolve_conversation', { conversation_id })
    return { conversation_id, change: 'status' }
  },
  untag_conversation: async (tenant) => {
    const { id, title } = await label(tenant)
    const conversation_id = (await talk(tenant)).id
    await tenant.act('tag_conversation', { conversation_id, label_id: id })
    return { conversation_id, label_id: id, label_title: title }
  },
  update_conversation: async (tenant) => ({
    conversation_id: (await talk(tenant)).id,
    custom_attributes: { pedido: tenant.mark, viejo: null },
    replace: false,
  }),
  update_message: async (tenant) => {
    const { id } = await talk(tenant)
    const sent = await tenant.act('send_message', { conversation_id: id, content: tenant.mark })
    return { message_id: sent.id, status: 'failed', error: 'El número no existe' }
  },
  upload_attachments: (tenant) => ({ attachments: [tenant.upload()] }),
} satisfies Samples
