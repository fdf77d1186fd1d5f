import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, since, only, talk, addAccount } = await openInbox()

test('Any other status can become pending, which clears the resolved and snooze times', async () => {
  const { id: conversation_id } = await talk()
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const before = {
    open: () => act('reopen_conversation', { conversation_id }),
    resolved: () => act('resolve_conversation', { conversation_id }),
    snoozed: () => act('snooze_conversation', { conversation_id, until }),
  }
  for (const [from, prepare] of Object.entries(before)) {
    await prepare()
    const count = (await events()).length
    const conversation = await act('mark_conversation_pending', { conversation_id })
    assert.deepEqual(
      [conversation.status, conversation.resolved_at, conversation.snoozed_until],
      ['pending', null, null],
    )
    assert.deepEqual(await since(count), ['conversation.status_changed'])
    assert.deepEqual((await events()).at(-1)?.payload, { conversation, changes: { status: { from, to: 'pending' } } })
  }
})

test('A pending conversation stays pending and emits nothing', async () => {
  const { id: conversation_id } = await talk()
  const once = await act('mark_conversation_pending', { conversation_id })
  const known = await events()
  assert.deepEqual(await act('mark_conversation_pending', { conversation_id }), once)
  assert.deepEqual(await events(), known)
})

test('A conversation of another workspace is not found, and permission to write conversations is required', async () => {
  const other = await addAccount()
  const { id: conversation_id } = await other.talk()
  assert.equal((await refusal(act('mark_conversation_pending', { conversation_id }))).code, 'not_found')
  const mine = await talk()
  const call = act('mark_conversation_pending', { conversation_id: mine.id }, { as: only('conversations:read') })
  assert.equal((await refusal(call)).code, 'permission_denied')
})
