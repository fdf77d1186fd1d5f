import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, since, only, talk, addAccount } = await openInbox()

test('Resolving ends the customer’s wait, and the events show the previous status', async () => {
  const { id: conversation_id } = await talk()
  const before = await act('get_conversation_detail', { conversation_id })
  const count = (await events()).length
  const now = new Date(Date.now() + 60_000)
  const conversation = await act('resolve_conversation', { conversation_id }, { now })
  const { messages: _messages, participants: _participants, ...record } = before
  assert.deepEqual(conversation, {
    ...record,
    status: 'resolved',
    resolved_at: now.toISOString(),
    waiting_since: null,
    // A resolved conversation has no SLA deadlines.
    sla: { first_response_due_at: null, next_response_due_at: null, resolution_due_at: null },
    last_activity_at: now.toISOString(),
    updated_at: now.toISOString(),
  })
  assert.deepEqual(await since(count), ['conversation.status_changed', 'conversation.resolved'])
  const [changed, resolved] = (await events()).slice(count)
  assert.deepEqual(changed?.payload, { conversation, changes: { status: { from: 'open', to: 'resolved' } } })
  assert.deepEqual(resolved?.payload, { conversation })
})

test('Any status can be resolved, and a snoozed conversation is no longer reopened', async () => {
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const { id: conversation_id } = await talk()
  await act('snooze_conversation', { conversation_id, until })
  const resolved = await act('resolve_conversation', { conversation_id })
  assert.deepEqual([resolved.status, resolved.snoozed_until], ['resolved', null])
  await act('mark_conversation_pending', { conversation_id })
  assert.equal((await act('resolve_conversation', { conversation_id })).status, 'resolved')
})

test('Resolving a resolved conversation changes nothing and emits nothing', async () => {
  const { id: conversation_id } = await talk()
  const once = await act('resolve_conversation', { conversation_id })
  const known = await events()
  assert.deepEqual(await act('resolve_conversation', { conversation_id }), once)
  assert.deepEqual(await events(), known)
})

test('Simultaneous resolutions take effect once', async () => {
  const { id: conversation_id } = await talk()
  const count = (await events()).length
  const answers = await Promise.all(Array.from({ length: 8 }, () => act('resolve_conversation', { conversation_id })))
  assert.equal(new Set(answers.map((each) => each.resolved_at)).size, 1)
  assert.equal((await events()).length, count + 2)
})

test('A conversation of another workspace is not found and stays open', async () => {
  const other = await addAccount()
  const theirs = await other.talk()
  assert.equal((await refusal(act('resolve_conversation', { conversation_id: theirs.id }))).code, 'not_found')
  assert.equal((await other.act('get_conversation_detail', { conversation_id: theirs.id })).status, 'open')
})

test('Resolving requires permission to write conversations', async () => {
  const { id: conversation_id } = await talk()
  const problem = await refusal(act('resolve_conversation', { conversation_id }, { as: only('conversations:read') }))
  assert.equal(problem.code, 'permission_denied')
  assert.match(problem.message, /conversations:write/)
})
