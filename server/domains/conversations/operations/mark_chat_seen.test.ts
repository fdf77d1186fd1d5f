import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, since, visit } = await openInbox()
const site = await act('create_inbox', { name: 'Sitio', channel: 'web_widget' })

const startChat = async () => {
  const visitor = visit(site)
  await visitor.chat('post_chat_message', { client_id: '1', content: 'Hola' })
  const { items } = await act('list_conversations', { source_id: visitor.source_id })
  return { ...visitor, conversation_id: items[0]!.id, contact_id: items[0]!.contact.id }
}

test('Messages sent to the visitor are marked read, private notes are not, and the team is notified', async () => {
  const { chat, conversation_id } = await startChat()
  const answer = await act('send_message', { conversation_id, content: 'Buenas' })
  const note = await act('send_message', { conversation_id, content: 'Nota', private: true })
  const count = (await events()).length
  const now = new Date(Date.now() + 1000)
  assert.deepEqual(await chat('mark_chat_seen', {}, { now }), { seen_at: now.toISOString() })
  assert.deepEqual(await since(count), ['message.status_changed', 'conversation.seen'])
  const { messages, contact_last_seen_at } = await act('get_conversation_detail', { conversation_id })
  assert.equal(contact_last_seen_at, now.toISOString())
  assert.deepEqual(messages.map(({ id, status }) => [id, status]).slice(0, 2), [
    [note.id, 'sent'],
    [answer.id, 'read'],
  ])
  assert.equal(messages[2]?.status, 'sent')
  assert.equal((await chat('get_chat', {})).conversation?.unread_count, 0)
})

test('Seeing the chat again emits nothing, and the next reply is unseen', async () => {
  const { chat, conversation_id } = await startChat()
  await act('send_message', { conversation_id, content: 'Uno' })
  await chat('mark_chat_seen', {})
  const known = await events()
  await chat('mark_chat_seen', {})
  assert.deepEqual(await events(), known)
  await act('send_message', { conversation_id, content: 'Dos' })
  assert.equal((await chat('get_chat', {})).conversation?.unread_count, 1)
})

test('A reply with a timestamp before the visitor’s last look is still unseen', async () => {
  const { chat, conversation_id } = await startChat()
  await chat('mark_chat_seen', {}, { now: new Date(Date.now() + 2_000) })
  await act('send_message', { conversation_id, content: 'Tarde' })
  assert.equal((await chat('get_chat', {})).conversation?.unread_count, 1)
})

test('The conversation keeps its place in lists, and the unread count does not change', async () => {
  const { chat, conversation_id } = await startChat()
  await act('send_message', { conversation_id, content: 'Uno' })
  const before = await act('get_conversation_detail', { conversation_id })
  await chat('mark_chat_seen', {})
  const after = await act('get_conversation_detail', { conversation_id })
  for (const field of ['last_activity_at', 'status', 'unread_count', 'waiting_since', 'first_reply_at'] as const)
    assert.deepEqual(after[field], before[field], field)
})

test('Replies in an earlier conversation are marked read too', async () => {
  const { chat, conversation_id, contact_id } = await startChat()
  const second = await act('create_conversation', { contact_id, inbox_id: site.id })
  await act('send_message', { conversation_id, content: 'En la primera' })
  await act('send_message', { conversation_id: second.id, content: 'En la segunda' })
  assert.equal((await chat('get_chat', {})).conversation?.unread_count, 2)
  await chat('mark_chat_seen', {})
  assert.equal((await chat('get_chat', {})).conversation?.unread_count, 0)
  const { messages } = await act('get_conversation_detail', { conversation_id })
  assert.equal(messages[0]?.status, 'read')
})

test('A message already marked read is not announced again', async () => {
  const { chat, conversation_id } = await startChat()
  const { id } = await act('send_message', { conversation_id, content: 'Falló' })
  await act('get_conversation_detail', { conversation_id })
  await chat('mark_chat_seen', {})
  const count = (await events()).length
  await Promise.all([chat('mark_chat_seen', {}), chat('mark_chat_seen', {})])
  assert.equal((await events()).length, count)
  const { messages } = await act('get_conversation_detail', { conversation_id })
  assert.equal(messages.find((each) => each.id === id)?.status, 'read')
})

test('A visitor without a chat has nothing to mark, and team members cannot use this', async () => {
  assert.deepEqual(await visit(site).chat('mark_chat_seen', {}), { seen_at: null })
  assert.equal((await refusal(act('mark_chat_seen', {}))).code, 'permission_denied')
})
