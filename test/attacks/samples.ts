import type { Filter } from '#contract/filters.ts'
import type { Input, Name, Output } from '#test/workspace.ts'

/** What a sample is made with: hands in a workspace, and words nobody else uses. */
export type Ground = {
  act<N extends Name>(name: N, input: Input<N>): Promise<Output<N>>
  user_id: string
  /** A word in every text of this workspace; where it shows up in another, something leaked. */
  mark: string
  /** A number that was not given out before. */
  next(): number
  /** The token of a file uploaded here. */
  upload(): string
}

/**
 * For every operation an input that works, made in the workspace given. It names every id the operation can take, and
 * gives references as ids, so that each can be tried with an id of somebody else; no other text is made of digits only.
 */
export const samples: { [N in Name]: (ground: Ground) => Promise<Input<N>> | Input<N> } = {
  // access
  create_api_key: ({ user_id, mark }) => ({
    name: `Clave ${mark}`,
    role: 'custom',
    scopes: ['contacts:read', 'labels:manage'],
    user_id,
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  }),
  get_classic_token: () => ({}),
  get_current_actor: () => ({}),
  list_api_keys: () => ({ limit: 5 }),
  list_audit_entries: () => ({ limit: 5 }),
  regenerate_classic_token: () => ({}),
  revoke_api_key: async ({ act, mark }) => {
    const { id } = await act('create_api_key', { name: `Para revocar ${mark}`, role: 'read_only' })
    return { api_key_id: id }
  },

  // workspace
  add_team_member: async (ground) => ({ team: (await team(ground)).id, agent: ground.user_id }),
  create_canned_response: async (ground) => ({
    short_code: word(ground),
    content: `Abrimos a las ocho. ${ground.mark}`,
    inbox: (await inbox(ground)).id,
  }),
  create_custom_attribute: (ground) => ({
    display_name: `Plan ${ground.mark}`,
    key: `plan_${ground.next()}`,
    model: 'contact_attribute',
    type: 'list',
    description: 'Lo que paga',
    values: ['Oro', 'Plata'],
  }),
  create_inbox: (ground) => ({
    name: `Sitio ${word(ground)}`,
    channel: 'web_widget',
    auto_assign: false,
    ai_agent_enabled: true,
    settings: { color: '#0f766e', greeting_title: '¡Hola!', allowed_domains: ['*.example.com'] },
    members: [ground.user_id],
  }),
  create_team: (ground) => ({
    name: `Equipo ${word(ground)}`,
    description: 'Quien vende',
    allow_auto_assign: false,
    members: [ground.user_id],
  }),
  delete_canned_response: async (ground) => ({ short_code: (await canned(ground)).id }),
  delete_inbox: async (ground) => ({ inbox_id: (await inbox(ground)).id }),
  delete_team: async (ground) => ({ team_id: (await team(ground)).id }),
  edit_canned_response: async (ground) => ({
    short_code: (await canned(ground)).short_code,
    new_short_code: word(ground),
    new_content: `Abrimos a las nueve. ${ground.mark}`,
  }),
  get_inbox: async (ground) => ({ inbox_id: (await inbox(ground)).id }),
  get_inbox_identity_secret: async (ground) => ({ inbox_id: (await inbox(ground)).id }),
  list_agents: () => ({}),
  list_canned_responses: async (ground) => ({ inbox: (await canned(ground)).inbox.id }),
  list_custom_attributes: async (ground) => {
    const key = `zona_${ground.next()}`
    await ground.act('create_custom_attribute', { display_name: ground.mark, key, model: 'conversation_attribute' })
    return {}
  },
  list_inboxes: async (ground) => {
    await inbox(ground)
    return {}
  },
  list_teams: async (ground) => {
    await team(ground)
    return {}
  },
  remove_team_member: async (ground) => {
    const { id } = await team(ground)
    await ground.act('add_team_member', { team: id, agent: ground.user_id })
    return { team: id, agent: ground.user_id }
  },
  set_inbox_members: async (ground) => ({ inbox_id: (await inbox(ground)).id, members: [ground.user_id] }),
  update_agent: (ground) => ({
    agent_id: ground.user_id,
    availability: 'busy',
    auto_offline: false,
    capacity: ground.next(),
  }),
  update_inbox: async (ground) => ({
    inbox_id: (await inbox(ground)).id,
    name: `Renombrado ${ground.mark}`,
    auto_assign: false,
    ai_agent_enabled: true,
    settings: { color: null, locale: 'en' },
  }),
  update_team: async (ground) => ({
    team_id: (await team(ground)).id,
    name: `Otro ${word(ground)}`,
    description: null,
    allow_auto_assign: false,
  }),

  // contacts
  add_contact_note: async (ground) => ({ contact_id: await contact(ground), body: `Llamar el lunes ${ground.mark}` }),
  count_contacts: async (ground) => {
    await contact(ground)
    return { query: 'pena', filter: isFromFair }
  },
  create_contact: async (ground) => ({
    name: `Íngrid Peña ${ground.mark}`,
    phone_number: phone(ground),
    email: email(ground),
    city: 'Bogotá',
    country: 'Colombia',
    company_name: 'Café Ñandú S.A.S.',
    job_title: 'Gerente',
    bio: 'Prefiere WhatsApp.',
    identifier: `cliente ${word(ground)}`,
    custom_attributes: { utm_source: 'instagram', age: 41, vip: true },
    labels: [(await label(ground)).title],
  }),
  create_label: (ground) => ({ title: `etiqueta ${word(ground)}`, description: 'Para pruebas', color: '#1F93FF' }),
  delete_contact: async (ground) => ({ contact_id: await contact(ground) }),
  delete_contact_note: (ground) => note(ground),
  delete_label: async (ground) => ({ label_id: (await label(ground)).id }),
  export_contacts: async (ground) => {
    await contact(ground)
    return { query: 'pena', period: 'today', filter: isFromFair }
  },
  get_contact: async (ground) => ({ contact_id: await contact(ground), recent_messages: 3 }),
  get_contact_import: async ({ act, mark }) => {
    const { id } = await act('import_contacts', { csv: `name,email\nCsv ${mark},csv@example.com\n`, dry_run: true })
    return { import_id: id }
  },
  import_contacts: (ground) => ({ csv: `name,email\nImportada ${ground.mark},${email(ground)}\n`, dry_run: false }),
  list_contact_imports: () => ({ limit: 5 }),
  list_contact_notes: async (ground) => ({ contact_id: (await note(ground)).contact_id, limit: 5 }),
  list_duplicate_contacts: async (ground) => {
    await contact(ground)
    await contact(ground)
    return { limit: 5 }
  },
  list_labels: async (ground) => {
    await label(ground)
    return {}
  },
  merge_contacts: async (ground) => ({
    contact_id: await contact(ground),
    duplicate_contact_id: await contact(ground),
  }),
  search_contacts: async (ground) => {
    const { title, id } = await label(ground)
    await ground.act('tag_contact', { contact_id: await contact(ground), label_id: id })
    const plain = { query: 'pena', labels: [title], attributes: { utm_source: 'feria' }, limit: 5 }
    return { ...plain, period: 'month', filter: isFromFair, sort: 'name', offset: 0 }
  },
  set_contact_labels: async (ground) => {
    const { title } = await label(ground)
    return { contact_id: await contact(ground), labels: [title] }
  },
  tag_contact: async (ground) => {
    const { id, title } = await label(ground)
    return { contact_id: await contact(ground), label_id: id, label_title: title }
  },
  untag_contact: async (ground) => {
    const { id, title } = await label(ground)
    const contact_id = await contact(ground)
    await ground.act('tag_contact', { contact_id, label_id: id })
    return { contact_id, label_id: id, label_title: title }
  },
  update_contact: async (ground) => ({
    contact_id: await contact(ground),
    name: `Renombrada ${ground.mark}`,
    email: email(ground),
    city: '',
    job_title: 'Directora',
    identifier: `cliente ${word(ground)}`,
    blocked: true,
    custom_attributes: { utm_source: null, plan: 'oro' },
  }),
  update_contact_note: async (ground) => ({ ...(await note(ground)), body: `Otra nota ${ground.mark}` }),
  update_label: async (ground) => ({
    label_id: (await label(ground)).id,
    title: `otra ${word(ground)}`,
    description: null,
    color: '#00aa00',
  }),

  // conversations
  assign_conversation: async (ground) => ({ conversation_id: (await talk(ground)).id, agent: ground.user_id }),
  count_conversations: (ground) => filtered(ground),
  create_contact_identity: async (ground) => ({
    contact_id: await contact(ground),
    inbox_id: (await channel(ground)).id,
    source_id: word(ground),
  }),
  create_conversation: async (ground) => ({
    contact_id: await contact(ground),
    inbox_id: (await channel(ground)).id,
    source_id: word(ground),
    status: 'pending',
    agent: ground.user_id,
    team: (await team(ground)).id,
    custom_attributes: { pedido: ground.mark, monto: 12 },
    additional_attributes: { referer: 'https://example.com', dentro: { lista: [1, null, 'x'] } },
    message: { content: `Su pedido llegó ${ground.mark}`, content_attributes: { plantilla: 'envío' } },
  }),
  create_known_contact: async (ground) => ({
    name: `Conocida ${ground.mark}`,
    identifier: word(ground),
    inbox_id: (await channel(ground)).id,
    source_id: word(ground),
    custom_attributes: { utm_source: 'feria' },
  }),
  delete_message: async (ground) => ({ message_id: (await heard(ground)).message.id }),
  get_contacts: async (ground) => ({ contact_ids: [(await talk(ground)).contact.id] }),
  get_conversation_detail: async (ground) => ({ conversation_id: (await talk(ground)).id, message_limit: 5 }),
  get_conversation_messages: async (ground) => ({ conversation_id: (await talk(ground)).id, limit: 5 }),
  get_messages: async (ground) => ({ message_ids: [(await heard(ground)).message.id] }),
  list_conversations: async (ground) => ({ ...(await filtered(ground)), sort: '-priority', offset: 0, limit: 5 }),
  list_participants: async (ground) => ({ conversation_id: (await talk(ground)).id }),
  mark_conversation_pending: async (ground) => ({ conversation_id: (await talk(ground)).id }),
  mark_conversation_read: async (ground) => ({ conversation_id: (await talk(ground)).id }),
  mark_conversation_unread: async (ground) => {
    const { id } = await talk(ground)
    await ground.act('mark_conversation_read', { conversation_id: id })
    return { conversation_id: id }
  },
  receive_message: async (ground) => {
    const { inbox, source_id, id } = await talk(ground)
    return {
      inbox_id: inbox.id,
      conversation_id: id,
      source_id,
      external_id: word(ground),
      content: `¿Sigue ahí? ${ground.mark}`,
      attachments: [ground.upload()],
      contact: { name: `Inés ${ground.mark}`, phone_number: phone(ground), custom_attributes: { vip: true } },
      additional_attributes: { navegador: 'x' },
    }
  },
  reopen_conversation: async (ground) => {
    const { id } = await talk(ground)
    await ground.act('resolve_conversation', { conversation_id: id })
    return { conversation_id: id }
  },
  resolve_conversation: async (ground) => ({ conversation_id: (await talk(ground)).id }),
  search_messages: async (ground) => {
    const { inbox, contact } = await talk(ground)
    return { query: 'camión', inbox: inbox.id, contact_id: contact.id, limit: 5 }
  },
  send_message: async (ground) => ({
    conversation_id: (await talk(ground)).id,
    content: `Sí, con gusto ${ground.mark}`,
    content_attributes: { plantilla: { nombre: 'saludo' } },
    attachments: [ground.upload()],
    private: true,
    external_id: word(ground),
  }),
  set_conversation_labels: async (ground) => {
    const { title } = await label(ground)
    return { conversation_id: (await talk(ground)).id, labels: [title] }
  },
  set_conversation_priority: async (ground) => ({ conversation_id: (await talk(ground)).id, priority: 'urgent' }),
  set_conversation_team: async (ground) => ({
    conversation_id: (await talk(ground)).id,
    team: (await team(ground)).id,
  }),
  set_participants: async (ground) => ({
    conversation_id: (await talk(ground)).id,
    participants: [ground.user_id],
  }),
  set_typing: async (ground) => ({ conversation_id: (await talk(ground)).id, typing: true, private: false }),
  snooze_conversation: async (ground) => ({
    conversation_id: (await talk(ground)).id,
    until: new Date(Date.now() + 86_400_000).toISOString(),
  }),
  tag_conversation: async (ground) => {
    const { id, title } = await label(ground)
    return { conversation_id: (await talk(ground)).id, label_id: id, label_title: title }
  },
  unassign_conversation: async (ground) => {
    const { id } = await talk(ground)
    await ground.act('assign_conversation', { conversation_id: id, agent: ground.user_id })
    return { conversation_id: id }
  },
  untag_conversation: async (ground) => {
    const { id, title } = await label(ground)
    const conversation_id = (await talk(ground)).id
    await ground.act('tag_conversation', { conversation_id, label_id: id })
    return { conversation_id, label_id: id, label_title: title }
  },
  update_conversation: async (ground) => ({
    conversation_id: (await talk(ground)).id,
    custom_attributes: { pedido: ground.mark, viejo: null },
    replace: false,
  }),
  update_message: async (ground) => {
    const { id } = await talk(ground)
    const sent = await ground.act('send_message', { conversation_id: id, content: ground.mark })
    return { message_id: sent.id, status: 'failed', error: 'El número no existe' }
  },
  upload_attachments: (ground) => ({ attachments: [ground.upload()] }),

  // visitors
  get_chat: () => ({}),
  identify_visitor: (ground) => ({ identifier: word(ground), name: `Visita ${ground.mark}`, email: email(ground) }),
  list_chat_messages: () => ({ limit: 5 }),
  mark_chat_seen: () => ({}),
  post_chat_message: (ground) => ({
    client_id: word(ground),
    content: `Hola ${ground.mark}`,
    attachments: [ground.upload()],
    page_url: 'https://tienda.example.com/p/1',
    locale: 'es-CO',
  }),
  resolve_chat: () => ({}),
  set_chat_typing: () => ({ typing: true }),
  start_chat: () => ({}),
  update_chat_contact: (ground) => ({
    name: `Visita ${ground.mark}`,
    email: email(ground),
    phone_number: phone(ground),
  }),
}

const isFromFair: Filter = {
  any: [{ all: [{ field: 'custom_attributes.utm_source', operator: 'equal_to', values: ['feria'] }] }],
}

async function contact(ground: Ground): Promise<string> {
  const { id } = await ground.act('create_contact', {
    name: `Peña ${ground.mark}`,
    email: email(ground),
    custom_attributes: { utm_source: 'feria' },
  })
  return id
}

async function note(ground: Ground): Promise<{ contact_id: string; note_id: string }> {
  const contact_id = await contact(ground)
  const { id } = await ground.act('add_contact_note', { contact_id, body: `Nota ${ground.mark}` })
  return { contact_id, note_id: id }
}

function label(ground: Ground): Promise<{ id: string; title: string }> {
  return ground.act('create_label', { title: word(ground) })
}

function inbox(ground: Ground): Promise<{ id: string }> {
  return ground.act('create_inbox', {
    name: word(ground),
    channel: 'web_widget',
    settings: { color: '#0f766e', locale: 'es' },
  })
}

function team(ground: Ground): Promise<{ id: string }> {
  return ground.act('create_team', { name: word(ground), description: 'Para pruebas' })
}

async function canned(ground: Ground): Promise<{ id: string; short_code: string; inbox: { id: string } }> {
  const { id } = await inbox(ground)
  return ground.act('create_canned_response', { short_code: word(ground), content: ground.mark, inbox: id })
}

/** An inbox into which a program brings what customers write. */
function channel(ground: Ground): Promise<{ id: string }> {
  return ground.act('create_inbox', { name: word(ground), channel: 'api', auto_assign: false })
}

/** What a customer has just written, and the conversation it began. */
async function heard(ground: Ground) {
  const { id } = await channel(ground)
  return ground.act('receive_message', {
    inbox_id: id,
    source_id: word(ground),
    content: `¿Tienen camiones? ${ground.mark}`,
    contact: { name: `Peña ${ground.mark}`, email: email(ground) },
  })
}

async function talk(ground: Ground) {
  return (await heard(ground)).conversation
}

/** Every filter at once, and a conversation that meets them. */
async function filtered(ground: Ground) {
  const { id: conversation_id, inbox, contact } = await talk(ground)
  const [{ id: label_id, title }, { id: team_id }] = [await label(ground), await team(ground)]
  await ground.act('tag_conversation', { conversation_id, label_id })
  await ground.act('assign_conversation', { conversation_id, agent: ground.user_id })
  await ground.act('set_conversation_team', { conversation_id, team: team_id })
  await ground.act('set_participants', { conversation_id, participants: [ground.user_id] })
  const filter: Filter = { any: [{ all: [{ field: 'status', operator: 'equal_to', values: ['open'] }] }] }
  return {
    status: 'all' as const,
    inbox_id: inbox.id,
    contact_id: contact.id,
    assignee: ground.user_id,
    participant: ground.user_id,
    team: team_id,
    label: label_id,
    labels: [title],
    query: 'camión',
    filter,
    unread_only: true,
    created_from: '2026-01-01',
    updated_to: '2099-12-31',
  }
}

function word(ground: Ground): string {
  return `${ground.mark}-${ground.next()}`
}

function email(ground: Ground): string {
  return `${word(ground)}@example.com`
}

function phone(ground: Ground): string {
  return `+57300${String(ground.next()).padStart(7, '0')}`
}
