import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reopenSnoozed } from '#domains/conversations/lifecycle/snooze-timer.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, runtime, events, since, only, talk, addAccount } = await openInbox()

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

test('A snoozed conversation has a time to come back, and the customer still waits', async () => {
  const { id: conversation_id, waiting_since } = await talk()
  const count = (await events()).length
  const until = inHours(2)
  const conversation = await act('snooze_conversation', { conversation_id, until })
  assert.deepEqual([conversation.status, conversation.snoozed_until], ['snoozed', until])
  assert.equal(conversation.waiting_since, waiting_since)
  assert.deepEqual(await since(count), ['conversation.status_changed', 'conversation.snoozed'])
  assert.deepEqual((await events()).at(-1)?.payload, { conversation })
})

test('A time without an offset is in the time zone of the workspace', async () => {
  const { id: conversation_id } = await talk()
  const snoozed = await act('snooze_conversation', { conversation_id, until: '2040-01-31T14:00' })
  assert.equal(snoozed.snoozed_until, '2040-01-31T19:00:00.000Z')
})

test('Any status can be snoozed, and a snoozed conversation can be moved to another time', async () => {
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

test('A snooze time in any time zone is saved as the same moment', async () => {
  const { id: conversation_id } = await talk()
  const conversation = await act('snooze_conversation', { conversation_id, until: '2099-01-31T09:00:00-05:00' })
  assert.equal(conversation.snoozed_until, '2099-01-31T14:00:00.000Z')
})

test('Without a time the conversation is snoozed until the customer writes', async () => {
  const { id: conversation_id } = await talk()
  const { status, snoozed_until } = await act('snooze_conversation', { conversation_id, until: null })
  assert.deepEqual([status, snoozed_until], ['snoozed', null])
  await reopenSnoozed(runtime)
  assert.equal((await act('get_conversation_detail', { conversation_id })).status, 'snoozed')
})

test('A past, present or invalid snooze time is refused, and nothing changes', async () => {
  const { id: conversation_id } = await talk()
  const known = await events()
  const now = new Date()
  for (const until of ['2020-01-01T00:00:00Z', now.toISOString(), inHours(-1)]) {
    const problem = await refusal(act('snooze_conversation', { conversation_id, until }, { now }))
    assert.equal(problem.code, 'invalid_value')
    assert.equal(problem.extra.errors?.[0]?.field, 'until')
  }
  for (const until of ['mañana', '2099-01-31', '2099-02-30T00:00:00Z', '', '2099-01-31T25:00']) {
    const problem = await refusal(act('snooze_conversation', { conversation_id, until }))
    assert.equal(problem.code, 'invalid_request', until)
  }
  assert.equal((await refusal(act('snooze_conversation', { conversation_id } as never))).code, 'missing_field')
  assert.deepEqual(await events(), known)
  assert.equal((await act('get_conversation_detail', { conversation_id })).status, 'open')
})

test('A conversation of another workspace is not found', async () => {
  const other = await addAccount()
  const { id: conversation_id } = await other.talk()
  assert.equal((await refusal(act('snooze_conversation', { conversation_id, until: inHours(1) }))).code, 'not_found')
  assert.equal((await other.act('get_conversation_detail', { conversation_id })).status, 'open')
})

test('Snoozing requires permission to write conversations', async () => {
  const { id: conversation_id } = await talk()
  const as = only('conversations:read')
  const problem = await refusal(act('snooze_conversation', { conversation_id, until: inHours(1) }, { as }))
  assert.equal(problem.code, 'permission_denied')
})
