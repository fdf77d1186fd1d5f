import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, inbox, visit, since, events } = await openInbox()

test('a visitor has a conversation before they write, and their first message lands in it', async () => {
  const count = (await events()).length
  const { chat } = visit(inbox)
  const started = await chat('start_chat', {})
  assert.equal(started.status, 'open')
  assert.deepEqual(await since(count), ['contact.created', 'conversation.created'])
  const { last_message, unread_count } = await act('get_conversation_detail', { conversation_id: started.id })
  assert.deepEqual([last_message, unread_count], [null, 0])
  const { id } = await chat('post_chat_message', { client_id: '1', content: 'Hola' })
  const { messages } = await act('get_conversation_detail', { conversation_id: started.id })
  assert.deepEqual(
    messages.map((message) => message.id),
    [id],
  )
})

test('asking again, also many times at once, is asking once', async () => {
  const { chat } = visit(inbox)
  const all = await Promise.all(Array.from({ length: 10 }, () => chat('start_chat', {})))
  assert.equal(new Set(all.map(({ id }) => id)).size, 1)
  await chat('resolve_chat', {})
  assert.deepEqual(await chat('start_chat', {}), { id: all[0]!.id, status: 'resolved' })
})

test('where the AI agent answers first, the conversation is pending', async () => {
  const site = await act('create_inbox', { name: 'Con IA', channel: 'web_widget', ai_agent_enabled: true })
  assert.equal((await visit(site).chat('start_chat', {})).status, 'pending')
})

test('who is blocked is not let in, and only a visitor can ask', async () => {
  const { chat, source_id } = visit(inbox)
  const { id } = await chat('start_chat', {})
  const { contact } = await act('get_conversation_detail', { conversation_id: id })
  await act('update_contact', { contact_id: contact.id, blocked: true })
  assert.equal((await refusal(visit(inbox, { source_id }).chat('start_chat', {}))).code, 'permission_denied')
  assert.equal((await refusal(act('start_chat', {}, { as: actor }))).code, 'permission_denied')
})
