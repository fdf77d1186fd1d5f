import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, inbox, visit, since, events } = await openInbox()

test('A visitor can start a conversation before writing, and their first message joins it', async () => {
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

test('Starting a chat repeatedly, even at the same moment, starts one conversation', async () => {
  const { chat } = visit(inbox)
  const all = await Promise.all(Array.from({ length: 10 }, () => chat('start_chat', {})))
  assert.equal(new Set(all.map(({ id }) => id)).size, 1)
  await chat('resolve_chat', {})
  const next = await chat('start_chat', {})
  assert.notEqual(next.id, all[0]!.id, 'in an api inbox a new one follows a resolved one')
  const site = await act('create_inbox', { name: 'Sitio', channel: 'web_widget' })
  const visitor = visit(site)
  const { id } = await visitor.chat('start_chat', {})
  await visitor.chat('resolve_chat', {})
  assert.equal((await visitor.chat('start_chat', {})).id, id, 'a live chat goes on')
})

test('The conversation is pending where the AI agent answers first', async () => {
  const site = await act('create_inbox', { name: 'Con IA', channel: 'web_widget', ai_agent_enabled: true })
  assert.equal((await visit(site).chat('start_chat', {})).status, 'pending')
})

test('A blocked visitor is refused, and only a visitor can start a chat', async () => {
  const { chat, source_id } = visit(inbox)
  const { id } = await chat('start_chat', {})
  const { contact } = await act('get_conversation_detail', { conversation_id: id })
  await act('update_contact', { contact_id: contact.id, blocked: true })
  assert.equal((await refusal(visit(inbox, { source_id }).chat('start_chat', {}))).code, 'permission_denied')
  assert.equal((await refusal(act('start_chat', {}, { as: actor }))).code, 'permission_denied')
})
