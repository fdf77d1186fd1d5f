import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, since, visit } = await openInbox()
const site = await act('create_inbox', { name: 'Sitio', channel: 'web_widget' })

const started = async () => {
  const visitor = visit(site)
  await visitor.chat('post_chat_message', { client_id: '1', content: 'Hola' })
  const { items } = await act('list_conversations', { source_id: visitor.source_id })
  return { ...visitor, conversation_id: items[0]!.id, contact_id: items[0]!.contact.id }
}

test('what was sent to the visitor becomes read, notes do not, and the team is told', async () => {
  const { chat, conversation_id } = await started()
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

test('seeing again says nothing; the next answer is unseen again', async () => {
  const { chat, conversation_id } = await started()
  await act('send_message', { conversation_id, content: 'Uno' })
  await chat('mark_chat_seen', {})
  const known = await events()
  await chat('mark_chat_seen', {})
  assert.deepEqual(await events(), known)
  await act('send_message', { conversation_id, content: 'Dos' })
  assert.equal((await chat('get_chat', {})).conversation?.unread_count, 1)
})

test('an answer by a clock behind the visitor’s is unseen until they look', async () => {
  const { chat, conversation_id } = await started()
  await chat('mark_chat_seen', {}, { now: new Date(Date.now() + 2_000) })
  await act('send_message', { conversation_id, content: 'Tarde' })
  assert.equal((await chat('get_chat', {})).conversation?.unread_count, 1)
})

test('the conversation stays where it is in the lists, and the customer’s own state does not change', async () => {
  const { chat, conversation_id } = await started()
  await act('send_message', { conversation_id, content: 'Uno' })
  const before = await act('get_conversation_detail', { conversation_id })
  await chat('mark_chat_seen', {})
  const after = await act('get_conversation_detail', { conversation_id })
  for (const field of ['last_activity_at', 'status', 'unread_count', 'waiting_since', 'first_reply_at'] as const)
    assert.deepEqual(after[field], before[field], field)
})

test('answers in an earlier conversation are seen too', async () => {
  const { chat, conversation_id, contact_id } = await started()
  const second = await act('create_conversation', { contact_id, inbox_id: site.id })
  await act('send_message', { conversation_id, content: 'En la primera' })
  await act('send_message', { conversation_id: second.id, content: 'En la segunda' })
  assert.equal((await chat('get_chat', {})).conversation?.unread_count, 2)
  await chat('mark_chat_seen', {})
  assert.equal((await chat('get_chat', {})).conversation?.unread_count, 0)
  const { messages } = await act('get_conversation_detail', { conversation_id })
  assert.equal(messages[0]?.status, 'read')
})

test('a failed message does not become read, and one already read is not told again', async () => {
  const { chat, conversation_id } = await started()
  const { id } = await act('send_message', { conversation_id, content: 'Falló' })
  await act('get_conversation_detail', { conversation_id })
  await chat('mark_chat_seen', {})
  const count = (await events()).length
  await Promise.all([chat('mark_chat_seen', {}), chat('mark_chat_seen', {})])
  assert.equal((await events()).length, count)
  const { messages } = await act('get_conversation_detail', { conversation_id })
  assert.equal(messages.find((each) => each.id === id)?.status, 'read')
})

test('who has no chat has seen nothing; and nobody of the team can use it', async () => {
  assert.deepEqual(await visit(site).chat('mark_chat_seen', {}), { seen_at: null })
  assert.equal((await refusal(act('mark_chat_seen', {}))).code, 'permission_denied')
})
