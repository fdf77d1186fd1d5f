import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, since, only, talk, addAccount } = await openInbox()

test('A read conversation can be marked unread', async () => {
  const { id: conversation_id } = await talk()
  await act('mark_conversation_read', { conversation_id })
  const count = (await events()).length
  const conversation = await act('mark_conversation_unread', { conversation_id })
  assert.deepEqual([conversation.unread, conversation.unread_count, conversation.agent_last_seen_at], [true, 1, null])
  assert.deepEqual(await since(count), ['conversation.read'])
  assert.deepEqual((await events()).at(-1)?.payload, { conversation })
  const { items } = await act('list_conversations', { unread_only: true })
  assert.ok(items.some(({ id }) => id === conversation_id))
})

test('A conversation gets back the number of messages that were unread', async () => {
  const { id: conversation_id } = await talk()
  await act('mark_conversation_read', { conversation_id })
  assert.equal((await act('mark_conversation_unread', { conversation_id, unread_count: 3 })).unread_count, 3)
})

test('An unread conversation stays as it is', async () => {
  const conversation = await talk()
  const known = await events()
  assert.deepEqual(await act('mark_conversation_unread', { conversation_id: conversation.id }), conversation)
  assert.deepEqual(await events(), known)
})

test('A conversation of another workspace is not found, and permission to write conversations is required', async () => {
  const other = await addAccount()
  const theirs = await other.talk()
  assert.equal((await refusal(act('mark_conversation_unread', { conversation_id: theirs.id }))).code, 'not_found')
  const mine = await talk()
  const call = act('mark_conversation_unread', { conversation_id: mine.id }, { as: only('conversations:read') })
  assert.equal((await refusal(call)).code, 'permission_denied')
})
