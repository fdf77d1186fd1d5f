import type pg from 'pg'
import type { Sample, Ways } from './contacts.ts'
import { call, one } from './load.ts'

type ConversationSample = Pick<Sample, 'conversations' | 'inbox_id' | 'source_ids' | 'label'>

/** Conversations to open and to write in, their senders, and a label. */
export async function sampleConversations(pool: pg.Pool, account_id: string): Promise<ConversationSample> {
  const { rows } = await pool.query<{ id: string; inbox_id: string; source_id: string }>(
    `select c.id, c.inbox_id, d.source_id from conversations c join contact_identities d on d.account_id = c.account_id and d.id = c.identity_id
      where c.account_id = $1 and c.status = 'open' order by hashint8(c.id) limit 200`,
    [account_id],
  )
  const { rows: labels } = await pool.query<{ title: string }>(
    `select title from labels where account_id = $1 order by id limit 1`,
    [account_id],
  )
  return {
    conversations: rows.map((row) => row.id),
    inbox_id: rows[0]!.inbox_id,
    source_ids: rows.map((row) => row.source_id),
    label: labels[0]!.title,
  }
}

const content = 'Claro que sí, con gusto le envío la información'

/** The measured conversation requests. Messages are not sent by tools. */
export const conversationOperations: Record<string, Ways> = {
  'send message': {
    rest:
      ({ conversations }) =>
      () => ({ method: 'POST', path: `/api/v1/conversations/${one(conversations)}/messages`, body: { content } }),
  },
  'receive message': {
    rest:
      ({ inbox_id, source_ids }) =>
      () => ({
        method: 'POST',
        path: `/api/v1/inboxes/${inbox_id}/messages`,
        body: { source_id: one(source_ids), content },
      }),
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
  'conversations of a label': {
    rest:
      ({ label }) =>
      () => ({ method: 'GET', path: `/api/v1/conversations?labels=${encodeURIComponent(label)}` }),
  },
  'count open conversations': {
    rest: () => () => ({ method: 'GET', path: '/api/v1/conversations/count?status=open' }),
  },
  'count all conversations': { rest: () => () => ({ method: 'GET', path: '/api/v1/conversations/count?status=all' }) },
  'messages with a common word': searchMessages('precio'),
  'messages with two words': searchMessages('visita sábado'),
  'messages with a rare word': searchMessages('crédito 77'),
  'messages with no match': searchMessages('zanahoria'),
}

function searchMessages(query: string): Ways {
  return { rest: () => () => ({ method: 'GET', path: `/api/v1/messages/search?query=${encodeURIComponent(query)}` }) }
}
