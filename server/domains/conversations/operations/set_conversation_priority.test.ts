import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priorities } from '#contract/records/conversation.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, since, only, talk, addAccount } = await openInbox()

test('Each priority can be set and cleared, and the event shows the previous one', async () => {
  const { id: conversation_id, last_activity_at } = await talk()
  let from: string = 'none'
  for (const priority of priorities) {
    const count = (await events()).length
    const conversation = await act('set_conversation_priority', { conversation_id, priority })
    assert.equal(conversation.priority, priority)
    assert.equal(conversation.last_activity_at, last_activity_at)
    assert.deepEqual(await since(count), ['conversation.priority_changed'])
    const payload = { conversation, changes: { priority: { from, to: priority } } }
    assert.deepEqual((await events()).at(-1)?.payload, payload)
    from = priority
  }
})

test('Setting the same priority changes nothing', async () => {
  const conversation = await talk()
  const known = await events()
  const input = { conversation_id: conversation.id, priority: 'none' } as const
  assert.deepEqual(await act('set_conversation_priority', input), conversation)
  assert.deepEqual(await events(), known)
})

test('An unknown priority is refused', async () => {
  const { id: conversation_id } = await talk()
  for (const priority of ['Urgent', 'altísima', '', null]) {
    const problem = await refusal(act('set_conversation_priority', { conversation_id, priority: priority as never }))
    assert.equal(problem.code, 'invalid_request')
    assert.equal(problem.extra.errors?.[0]?.field, 'priority')
  }
})

test('A conversation of another workspace is not found, and permission to write conversations is required', async () => {
  const other = await addAccount()
  const theirs = await other.talk()
  const foreign = act('set_conversation_priority', { conversation_id: theirs.id, priority: 'high' })
  assert.equal((await refusal(foreign)).code, 'not_found')
  const mine = await talk()
  const as = only('conversations:read')
  const call = act('set_conversation_priority', { conversation_id: mine.id, priority: 'high' }, { as })
  assert.equal((await refusal(call)).code, 'permission_denied')
})
