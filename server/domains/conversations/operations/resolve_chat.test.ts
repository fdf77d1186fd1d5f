import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, inbox, visit, since, events } = await openInbox()

test('A visitor resolves their own conversation once, and writing reopens it', async () => {
  const { chat } = visit(inbox)
  await chat('post_chat_message', { client_id: '1', content: 'Hola' })
  const count = (await events()).length
  const { id, status } = await chat('resolve_chat', {})
  assert.equal(status, 'resolved')
  assert.deepEqual(await since(count), ['conversation.status_changed', 'conversation.resolved'])
  assert.equal((await events()).at(-1)?.actor.type, 'contact')
  assert.deepEqual(await chat('resolve_chat', {}), { id, status })
  assert.equal((await events()).length, count + 2)
  const { waiting_since } = await act('get_conversation_detail', { conversation_id: id })
  assert.equal(waiting_since, null)
  await chat('post_chat_message', { client_id: '2', content: 'Otra cosa' })
  assert.equal((await act('get_conversation_detail', { conversation_id: id })).status, 'open')
})

test('The conversations of other visitors stay as they are', async () => {
  const [one, two] = [visit(inbox), visit(inbox)]
  await one.chat('start_chat', {})
  const { id } = await two.chat('start_chat', {})
  await one.chat('resolve_chat', {})
  assert.equal((await act('get_conversation_detail', { conversation_id: id })).status, 'open')
})

test('Without a conversation there is nothing to resolve, and only a visitor can do it', async () => {
  assert.equal((await refusal(visit(inbox).chat('resolve_chat', {}))).code, 'not_found')
  assert.equal((await refusal(act('resolve_chat', {}, { as: actor }))).code, 'permission_denied')
})
