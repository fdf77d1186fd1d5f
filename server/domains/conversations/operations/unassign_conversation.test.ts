import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, events, since, only, talk, addAccount } = await openInbox()

test('A conversation is unassigned, and the event shows the previous agent', async () => {
  const { id: conversation_id } = await talk()
  const { assignee } = await act('assign_conversation', { conversation_id, agent: actor.id! })
  const count = (await events()).length
  const conversation = await act('unassign_conversation', { conversation_id })
  assert.equal(conversation.assignee, null)
  assert.deepEqual(await since(count), ['conversation.unassigned'])
  const payload = { conversation, changes: { assignee: { from: assignee, to: null } } }
  assert.deepEqual((await events()).at(-1)?.payload, payload)
})

test('Unassigning a conversation without an agent changes nothing and emits nothing', async () => {
  const conversation = await talk()
  const known = await events()
  assert.deepEqual(await act('unassign_conversation', { conversation_id: conversation.id }), conversation)
  assert.deepEqual(await events(), known)
})

test('An assignment and an unassignment at once are applied in order, and the events match the result', async () => {
  for (let i = 0; i < 5; i++) {
    const { id: conversation_id } = await talk()
    const count = (await events()).length
    await Promise.all([
      act('assign_conversation', { conversation_id, agent: actor.id! }),
      act('unassign_conversation', { conversation_id }),
    ])
    const { assignee } = await act('get_conversation_detail', { conversation_id })
    const eventNames = await since(count)
    const assignedOnly = ['conversation.assigned']
    assert.deepEqual(eventNames, assignee ? assignedOnly : [...assignedOnly, 'conversation.unassigned'])
  }
})

test('A conversation of another workspace is not found and keeps its agent', async () => {
  const other = await addAccount()
  const { id: conversation_id } = await other.talk()
  await other.act('assign_conversation', { conversation_id, agent: other.actor.id! })
  assert.equal((await refusal(act('unassign_conversation', { conversation_id }))).code, 'not_found')
  const { assignee } = await other.act('get_conversation_detail', { conversation_id })
  assert.equal(assignee?.id, other.actor.id)
})

test('Unassigning requires permission to write conversations, not to assign them', async () => {
  const { id: conversation_id } = await talk()
  await act('unassign_conversation', { conversation_id }, { as: only('conversations:write') })
  const problem = await refusal(act('unassign_conversation', { conversation_id }, { as: only('conversations:read') }))
  assert.equal(problem.code, 'permission_denied')
})
