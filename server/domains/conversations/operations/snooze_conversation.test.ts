import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wakeSnoozed } from '#domains/conversations/waking.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, runtime, events, since, only, talk, addAccount } = await openInbox()

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

test('a snoozed conversation knows when it comes back, and the customer still waits', async () => {
  const { id: conversation_id, waiting_since } = await talk()
  const count = (await events()).length
  const until = inHours(2)
  const conversation = await act('snooze_conversation', { conversation_id, until })
  assert.deepEqual([conversation.status, conversation.snoozed_until], ['snoozed', until])
  assert.equal(conversation.waiting_since, waiting_since)
  assert.deepEqual(await since(count), ['conversation.status_changed', 'conversation.snoozed'])
  assert.deepEqual((await events()).at(-1)?.payload, { conversation })
})

test('any status can be snoozed, and a snoozed one to another moment', async () => {
  const { id: conversation_id } = await talk()
  await act('resolve_conversation', { conversation_id })
  const resolved = await act('snooze_conversation', { conversation_id, until: inHours(1) })
  assert.deepEqual([resolved.status, resolved.resolved_at], ['snoozed', null])
  const count = (await events()).length
  const until = inHours(5)
  assert.equal((await act('snooze_conversation', { conversation_id, until })).snoozed_until, until)
  assert.deepEqual(await since(count), ['conversation.snoozed'])
  await act('mark_conversation_pending', { conversation_id })
  assert.equal((await act('snooze_conversation', { conversation_id, until })).status, 'snoozed')
})

test('a moment may be written in any zone, and is kept as the same moment', async () => {
  const { id: conversation_id } = await talk()
  const conversation = await act('snooze_conversation', { conversation_id, until: '2099-01-31T09:00:00-05:00' })
  assert.equal(conversation.snoozed_until, '2099-01-31T14:00:00.000Z')
})

test('without a moment it sleeps until the customer writes, and time does not wake it', async () => {
  const { id: conversation_id } = await talk()
  const { status, snoozed_until } = await act('snooze_conversation', { conversation_id, until: null })
  assert.deepEqual([status, snoozed_until], ['snoozed', null])
  await wakeSnoozed(runtime)
  assert.equal((await act('get_conversation_detail', { conversation_id })).status, 'snoozed')
})

test('the past, the present, and what is no moment are refused, and nothing changes', async () => {
  const { id: conversation_id } = await talk()
  const known = await events()
  const now = new Date()
  for (const until of ['2020-01-01T00:00:00Z', now.toISOString(), inHours(-1)]) {
    const problem = await refusal(act('snooze_conversation', { conversation_id, until }, { now }))
    assert.equal(problem.code, 'invalid_value')
    assert.equal(problem.extra.errors?.[0]?.field, 'until')
  }
  for (const until of ['mañana', '2099-01-31', '2099-02-30T00:00:00Z', '', '2099-01-31T09:00']) {
    const problem = await refusal(act('snooze_conversation', { conversation_id, until }))
    assert.equal(problem.code, 'invalid_request', until)
  }
  assert.equal((await refusal(act('snooze_conversation', { conversation_id } as never))).code, 'missing_field')
  assert.deepEqual(await events(), known)
  assert.equal((await act('get_conversation_detail', { conversation_id })).status, 'open')
})

test('a conversation of another workspace is not found', async () => {
  const other = await addAccount()
  const { id: conversation_id } = await other.talk()
  assert.equal((await refusal(act('snooze_conversation', { conversation_id, until: inHours(1) }))).code, 'not_found')
  assert.equal((await other.act('get_conversation_detail', { conversation_id })).status, 'open')
})

test('it needs the right to write conversations', async () => {
  const { id: conversation_id } = await talk()
  const as = only('conversations:read')
  const problem = await refusal(act('snooze_conversation', { conversation_id, until: inHours(1) }, { as }))
  assert.equal(problem.code, 'permission_denied')
})
