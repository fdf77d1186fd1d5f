import type pg from 'pg'
import type { Ways } from './contacts.ts'
import { call, one } from './load.ts'

/** Conversations that exist, to open and to write in. */
export async function sampleConversations(pool: pg.Pool, account_id: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from conversations where account_id = $1 order by hashint8(id) limit 200`,
    [account_id],
  )
  return rows.map((row) => row.id)
}

const content = 'Claro que sí, con gusto le envío la información'

/** What is measured of conversations. Messages are not sent by tools. */
export const conversationOperations: Record<string, Ways> = {
  'send message': {
    bare:
      ({ conversations }) =>
      () => ({ method: 'POST', path: `/send?id=${one(conversations)}`, body: { content } }),
    rest:
      ({ conversations }) =>
      () => ({ method: 'POST', path: `/api/v1/conversations/${one(conversations)}/messages`, body: { content } }),
  },
  'list 25 conversations': {
    bare: () => () => ({ method: 'GET', path: '/conversations' }),
    rest: () => () => ({ method: 'GET', path: '/api/v1/conversations' }),
    tool: () => () => call('list_conversations', {}),
  },
  'open a conversation': {
    bare:
      ({ conversations }) =>
      () => ({ method: 'GET', path: `/conversation?id=${one(conversations)}` }),
    rest:
      ({ conversations }) =>
      () => ({ method: 'GET', path: `/api/v1/conversations/${one(conversations)}` }),
    tool:
      ({ conversations }) =>
      () =>
        call('get_conversation_detail', { conversation_id: one(conversations) }),
  },
}
