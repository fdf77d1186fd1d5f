import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, only, write, talk, addAgent, addAccount } = await openInbox()

test('A conversation is read with its recent messages, newest first, and its followers', async () => {
  const { conversation, message } = await write()
  const conversation_id = conversation.id
  const ines = await addAgent('Inés')
  await act('set_participants', { conversation_id, participants: ['Inés'] })
  const known = await events()
  assert.deepEqual(await act('get_conversation_detail', { conversation_id }), {
    ...conversation,
    participants: [{ id: ines.id, name: 'Inés' }],
    messages: [message],
  })
  assert.deepEqual(await events(), known)
})

test('Thirty messages are included by default, or any number from 0 to 100', async () => {
  const { id: conversation_id } = await talk({ source_id: 'mucho' })
  for (let i = 0; i < 31; i++) await write({ source_id: 'mucho', content: `Mensaje ${i}` })
  const { messages } = await act('get_conversation_detail', { conversation_id })
  assert.equal(messages.length, 30)
  assert.equal(messages[0]?.content, 'Mensaje 30')
  for (const message_limit of [0, 1, 100]) {
    const detail = await act('get_conversation_detail', { conversation_id, message_limit })
    assert.equal(detail.messages.length, Math.min(message_limit, 32))
  }
  for (const message_limit of [-1, 101, 1.5]) {
    const problem = await refusal(act('get_conversation_detail', { conversation_id, message_limit }))
    assert.equal(problem.code, 'invalid_request')
  }
})

test('A conversation of another workspace is not found, exactly like a missing one', async () => {
  const other = await addAccount()
  const theirs = await other.talk()
  for (const conversation_id of [theirs.id, '999999999'])
    assert.equal((await refusal(act('get_conversation_detail', { conversation_id }))).code, 'not_found')
})

test('Reading a conversation requires permission to read conversations', async () => {
  const { id: conversation_id } = await talk()
  const call = act('get_conversation_detail', { conversation_id }, { as: only('contacts:read') })
  assert.equal((await refusal(call)).code, 'permission_denied')
})
