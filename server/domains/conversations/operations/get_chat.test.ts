import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, events, visit } = await openInbox()
const site = await act('create_inbox', { name: 'Sitio', channel: 'web_widget' })

const startChat = async () => {
  const visitor = visit(site)
  const message = await visitor.chat('post_chat_message', { client_id: '1', content: 'Hola' })
  const { items } = await act('list_conversations', { source_id: visitor.source_id })
  return { ...visitor, message, conversation_id: items[0]!.id }
}

test('A chat is empty before the first message, and reading it creates nothing', async () => {
  const { chat } = visit(site)
  const known = await events()
  assert.deepEqual(await chat('get_chat', {}), { contact: null, conversation: null, messages: [] })
  assert.deepEqual(await events(), known)
})

test('A visitor reads their details, the state of their chat, and its messages newest first', async () => {
  const { chat, message, conversation_id } = await startChat()
  const sent = await act('send_message', { conversation_id, content: 'Buenas' })
  const { contact, conversation, messages } = await chat('get_chat', {})
  const { contact: known } = await act('get_conversation_detail', { conversation_id })
  assert.deepEqual(contact, { name: known.name, email: null })
  assert.deepEqual(conversation, {
    id: conversation_id,
    status: 'open',
    unread_count: 1,
    agent_last_seen_at: sent.created_at,
  })
  assert.deepEqual(
    messages.map(({ content, author, client_id }) => [content, author, client_id]),
    [
      ['Buenas', { type: 'agent', name: 'Ana Admin' }, null],
      ['Hola', { type: 'contact', name: '' }, '1'],
    ],
  )
  assert.deepEqual(Object.keys(messages[0]!).sort(), Object.keys(message).sort())
})

test('Private notes are neither shown to the visitor nor counted', async () => {
  const { chat, conversation_id } = await startChat()
  await act('send_message', { conversation_id, content: 'Es un pesado', private: true })
  const { messages, conversation } = await chat('get_chat', {})
  assert.deepEqual(
    messages.map(({ content }) => content),
    ['Hola'],
  )
  assert.equal(conversation?.unread_count, 0)
  assert.deepEqual((await chat('list_chat_messages', {})).items.length, 1)
})

test('A deleted reply is shown as deleted, without its text, and is not counted', async () => {
  const { chat, conversation_id } = await startChat()
  const { id } = await act('send_message', { conversation_id, content: 'Me equivoqué' })
  await act('delete_message', { message_id: id })
  const { messages, conversation } = await chat('get_chat', {})
  assert.deepEqual([messages[0]?.content, messages[0]?.deleted, conversation?.unread_count], [null, true, 0])
})

test('The thirty newest messages are shown', async () => {
  const { chat, conversation_id } = await startChat()
  for (let i = 0; i < 32; i++) await act('send_message', { conversation_id, content: `Respuesta ${i}` })
  const { messages, conversation } = await chat('get_chat', {})
  assert.equal(messages.length, 30)
  assert.equal(messages[0]?.content, 'Respuesta 31')
  assert.equal(conversation?.unread_count, 32)
})

test('A visitor who gave their details is recognised before they write', async () => {
  const { chat } = visit(site)
  await chat('update_chat_contact', { name: 'Inés', email: 'ines@example.com' })
  assert.deepEqual(await chat('get_chat', {}), {
    contact: { name: 'Inés', email: 'ines@example.com' },
    conversation: null,
    messages: [],
  })
})

test('Messages of several conversations with a visitor form one chat', async () => {
  const { chat, source_id, conversation_id } = await startChat()
  const { contact } = (await act('list_conversations', { source_id })).items[0]!
  await act('resolve_conversation', { conversation_id })
  const message = { content: 'Su pedido llegó' }
  const second = await act('create_conversation', { contact_id: contact.id, inbox_id: site.id, message })
  await act('send_message', { conversation_id, content: 'Y la factura' })
  const { messages, conversation } = await chat('get_chat', {})
  assert.deepEqual(
    messages.map(({ content }) => content),
    ['Y la factura', 'Su pedido llegó', 'Hola'],
  )
  assert.deepEqual([conversation?.id, conversation?.unread_count], [second.id, 2])
})

test('Nobody can read another visitor’s chat: no other visitor, no other inbox, no team member', async () => {
  const { source_id } = await startChat()
  const elsewhere = await act('create_inbox', { name: 'Otro sitio', channel: 'web_widget' })
  for (const stranger of [visit(site), visit(elsewhere, { source_id })]) {
    assert.deepEqual(await stranger.chat('get_chat', {}), { contact: null, conversation: null, messages: [] })
  }
  assert.equal((await refusal(act('get_chat', {}))).code, 'permission_denied')
  const pretending = { ...actor, permissions: new Set(['visitor'] as const) }
  assert.equal((await refusal(act('get_chat', {}, { as: pretending }))).code, 'permission_denied')
})
