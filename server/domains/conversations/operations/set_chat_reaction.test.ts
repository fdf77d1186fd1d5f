import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, events, since, visit } = await openInbox()
const site = await act('create_inbox', { name: 'Sitio', channel: 'web_widget' })

/** A visitor who has written, with the answer of an agent. */
async function openChat() {
  const visitor = visit(site)
  const own = await visitor.chat('post_chat_message', { client_id: 'uno', content: 'Hola' })
  const { items } = await act('list_conversations', { source_id: visitor.source_id })
  const { id: conversation_id, contact } = items[0]!
  const answer = await act('send_message', { conversation_id, content: 'Buenas' })
  return { ...visitor, own, conversation_id, contact, answer }
}

test('A visitor reacts to a message, and another reaction replaces it; ids of people stay internal', async () => {
  const { chat, answer, contact } = await openChat()
  const count = (await events()).length
  await act('set_reaction', { message_id: answer.id, emoji: '🎉' })
  await chat('set_chat_reaction', { message_id: answer.id, emoji: '👍' })
  const shown = await chat('set_chat_reaction', { message_id: answer.id, emoji: '❤️' })
  assert.deepEqual(shown.reactions, [
    { emoji: '🎉', author: { type: 'agent', name: actor.name } },
    { emoji: '❤️', author: { type: 'contact', name: '' } },
  ])
  await chat('set_chat_reaction', { message_id: answer.id, emoji: '❤️' })
  assert.deepEqual(await since(count), ['message.updated', 'message.updated', 'message.updated'])
  const { items } = await act('get_messages', { message_ids: [answer.id] })
  assert.deepEqual(items[0]?.reactions[1]?.author, { type: 'contact', id: contact.id, name: contact.name })
})

test('Only messages the visitor can read take a reaction', async () => {
  const { chat, conversation_id, contact, own } = await openChat()
  const note = await act('send_message', { conversation_id, content: 'Ojo', private: true })
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const scheduled = await act('send_message', { conversation_id, content: 'Luego', scheduled_at: later })
  const other = await openChat()
  const known = await events()
  for (const { id: message_id } of [note, scheduled, other.answer]) {
    assert.equal((await refusal(chat('set_chat_reaction', { message_id, emoji: '👍' }))).code, 'not_found')
    assert.equal((await refusal(chat('remove_chat_reaction', { message_id }))).code, 'not_found')
  }
  const stranger = visit(site)
  const react = { message_id: own.id, emoji: '👍' }
  assert.equal((await refusal(stranger.chat('set_chat_reaction', react))).code, 'not_found')
  assert.equal((await refusal(act('set_chat_reaction', react))).code, 'permission_denied')
  assert.deepEqual(await events(), known)

  await act('delete_message', { message_id: own.id })
  assert.equal((await refusal(chat('set_chat_reaction', react))).code, 'invalid_state')
  await act('update_contact', { contact_id: contact.id, blocked: true })
  assert.equal((await refusal(chat('set_chat_reaction', react))).code, 'permission_denied')
})
