import { type ClassicOperation, group } from './operation.ts'

const INBOX = '/public/api/v1/inboxes/:inbox_identifier'
const CONTACT = '/contacts/:source_id'
const CONVERSATION = `${CONTACT}/conversations/:conversation_id` as const

/** Routes without an account: the program itself, the caller, and the customers of an `api` inbox. */
export const open: readonly ClassicOperation[] = [
  ...group('Version', '', { 'GET /api': [] }),
  ...group('Profile', '/api/v1', {
    'GET /profile': ['list_agents'],
    'PATCH /profile': 'People change their profile in the app; the account token has none.',
    'DELETE /profile/avatar': 'People have no picture here.',
    'POST /profile/availability': 'Use PATCH /api/v1/accounts/{account_id}/agents/{id} with availability.',
    'POST /profile/auto_offline': 'Use PATCH /api/v1/accounts/{account_id}/agents/{id} with auto_offline.',
    'PUT /profile/set_active_account': 'A token belongs to one account; name the account in the path.',
  }),
  ...group('Public: inbox', INBOX, { 'GET /': [] }),
  ...group('Public: contacts', INBOX, {
    'POST /contacts': ['identify_visitor', 'update_chat_contact'],
    [`GET ${CONTACT}`]: ['get_chat'],
    [`PATCH ${CONTACT}`]: ['update_chat_contact'],
  }),
  ...group('Public: conversations', INBOX, {
    [`GET ${CONTACT}/conversations`]: ['get_chat'],
    [`POST ${CONTACT}/conversations`]: ['start_chat'],
    [`GET ${CONVERSATION}`]: ['get_chat'],
    [`POST ${CONVERSATION}/toggle_status`]: ['resolve_chat'],
    [`POST ${CONVERSATION}/toggle_typing`]: ['set_chat_typing'],
    [`POST ${CONVERSATION}/update_last_seen`]: ['mark_chat_seen'],
  }),
  ...group('Public: messages', INBOX, {
    [`GET ${CONVERSATION}/messages`]: ['list_chat_messages'],
    [`POST ${CONVERSATION}/messages`]: ['post_chat_message'],
    [`PATCH ${CONVERSATION}/messages/:message_id`]: ['post_chat_message', 'answer_chat_form'],
  }),
]
