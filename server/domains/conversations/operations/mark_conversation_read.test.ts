import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, since, only, write, talk, addAccount } = await openInbox()

test('Marking as read clears the unread count while the customer still waits', async () => {
  const { conversation } = await write({ source_id: 'lee' })
  await write({ source_id: 'lee' })
  const count = (await events()).length
  const now = new Date(Date.now() + 60_000)
  const read = await act('mark_conversation_read', { conversation_id: conversation.id }, { now })
  assert.deepEqual([read.unread, read.unread_count, read.agent_last_seen_at], [false, 0, now.toISOString()])
  assert.equal(read.waiting_since, conversation.waiting_since)
  assert.deepEqual(await since(count), ['conversation.read'])
  assert.deepEqual((await events()).at(-1)?.payload, { conversation: read })
})

test('Marking as read again emits nothing, and the customer’s next message is unread', async () => {
  const { id: conversation_id } = await talk({ source_id: 'otra' })
  await act('mark_conversation_read', { conversation_id })
  const known = await events()
  await act('mark_conversation_read', { conversation_id })
  assert.deepEqual(await events(), known)
  assert.equal((await write({ source_id: 'otra' })).conversation.unread_count, 1)
})

test('A message that arrives during marking is either read or unread, never lost', async () => {
  const { id: conversation_id } = await talk({ source_id: 'a-la-vez' })
  for (let i = 0; i < 5; i++) {
    await act('mark_conversation_read', { conversation_id })
    await Promise.all([write({ source_id: 'a-la-vez' }), act('mark_conversation_read', { conversation_id })])
    const relevantEvents = (await events()).filter(
      ({ name }) => name === 'message.received' || name === 'conversation.read',
    )
    const { unread_count } = await act('get_conversation_detail', { conversation_id })
    assert.equal(unread_count, relevantEvents.at(-1)?.name === 'message.received' ? 1 : 0)
  }
})

test('A conversation of another workspace is not found, and permission to write conversations is required', async () => {
  const other = await addAccount()
  const theirs = await other.talk()
  assert.equal((await refusal(act('mark_conversation_read', { conversation_id: theirs.id }))).code, 'not_found')
  assert.equal((await other.act('get_conversation_detail', { conversation_id: theirs.id })).unread_count, 1)
  const mine = await talk()
  const call = act('mark_conversation_read', { conversation_id: mine.id }, { as: only('conversations:read') })
  assert.equal((await refusal(call)).code, 'permission_denied')
})
