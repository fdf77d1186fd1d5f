import { email, label, phone, word } from './records.ts'
import type { Samples } from './tenant.ts'

export const visitors = {
  answer_chat_form: async (tenant) => {
    const [conversation_id, asked] = [tenant.chat(), { content: '¿Talla?', content_type: 'form' }]
    const message = await tenant.act('send_message', { conversation_id, ...asked }).catch(() => ({ id: '1' }))
    return { conversation_id, message_id: message.id, submitted_values: [{ title: 'Talla', value: tenant.mark }] }
  },
  answer_survey: (tenant) => ({ token: tenant.survey(), rating: 4, comment: `Muy bien ${tenant.mark}` }),
  get_chat: (tenant) => ({ conversation_id: tenant.chat() }),
  identify_visitor: (tenant) => ({ identifier: word(tenant), name: `Visita ${tenant.mark}`, email: email(tenant) }),
  list_chat_messages: (tenant) => ({ conversation_id: tenant.chat(), limit: 5 }),
  mark_chat_seen: () => ({}),
  post_chat_message: (tenant) => ({
    conversation_id: tenant.chat(),
    reply_to: tenant.answer(),
    client_id: word(tenant),
    content: `Hola ${tenant.mark}`,
    attachments: [tenant.upload()],
    page_url: 'https://tienda.example.com/p/1',
    locale: 'es-CO',
  }),
  remove_chat_reaction: (tenant) => ({ message_id: tenant.answer() }),
  resolve_chat: (tenant) => ({ conversation_id: tenant.chat() }),
  set_chat_reaction: (tenant) => ({ message_id: tenant.answer(), emoji: '🎉' }),
  set_chat_typing: (tenant) => ({ conversation_id: tenant.chat(), typing: true }),
  start_chat: () => ({}),
  update_chat: async (tenant) => ({
    conversation_id: tenant.chat(),
    custom_attributes: { plan: word(tenant) },
    add_labels: [(await label(tenant)).title],
    remove_labels: ['Ninguna'],
  }),
  update_chat_contact: (tenant) => ({
    name: `Visita ${tenant.mark}`,
    email: email(tenant),
    phone_number: phone(tenant),
    custom_attributes: { plan: word(tenant) },
  }),
} satisfies Samples
