import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, events, since, only, talk, addAccount } = await openInbox()

test('a conversation is taken from its agent, and the event tells whose it was', async () => {
  const { id: conversation_id } = await talk()
  const { assignee } = await act('assign_conversation', { conversation_id, agent: actor.id! })
  const count = (await events()).length
  const conversation = await act('unassign_conversation', { conversation_id })
  assert.equal(conversation.assignee, null)
  assert.deepEqual(await since(count), ['conversation.unassigned'])
  const payload = { conversation, changes: { assignee: { from: assignee, to: null } } }
  assert.deepEqual((await events()).at(-1)?.payload, payload)
})

test('where nobody is assigned nothing changes and nothing is said', async () => {
  const conversation = await talk()
  const known = await events()
  assert.deepEqual(await act('unassign_conversation', { conversation_id: conversation.id }), conversation)
  assert.deepEqual(await events(), known)
})

test('taken away while it is being given, it ends with whoever came last, and both are told', async () => {
  for (let i = 0; i < 5; i++) {
    const { id: conversation_id } = await talk()
    const count = (await events()).length
    await Promise.all([
      act('assign_conversation', { conversation_id, agent: actor.id! }),
      act('unassign_conversation', { conversation_id }),
    ])
    const { assignee } = await act('get_conversation_detail', { conversation_id })
    const told = await since(count)
    const assignedOnly = ['conversation.assigned']
    assert.deepEqual(told, assignee ? assignedOnly : [...assignedOnly, 'conversation.unassigned'])
  }
})

test('a conversation of another workspace is not found, and keeps its agent', async () => {
  const other = await addAccount()
  const { id: conversation_id } = await other.talk()
  await other.act('assign_conversation', { conversation_id, agent: other.actor.id! })
  assert.equal((await refusal(act('unassign_conversation', { conversation_id }))).code, 'not_found')
  const { assignee } = await other.act('get_conversation_detail', { conversation_id })
  assert.equal(assignee?.id, other.actor.id)
})

test('it needs the right to write conversations, not to assign them', async () => {
  const { id: conversation_id } = await talk()
  await act('unassign_conversation', { conversation_id }, { as: only('conversations:write') })
  const problem = await refusal(act('unassign_conversation', { conversation_id }, { as: only('conversations:read') }))
  assert.equal(problem.code, 'permission_denied')
})
