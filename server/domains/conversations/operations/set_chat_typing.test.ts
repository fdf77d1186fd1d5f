import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Signal } from '#contract/signals.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, events, visit, runtime } = await openInbox()
const site = await act('create_inbox', { name: 'Sitio', channel: 'web_widget' })
const signals: [string, Signal][] = []
runtime.signal = (account_id, signal) => signals.push([account_id, signal])

test('The team sees that the visitor is typing, under the contact’s name, and nothing is stored', async () => {
  const { chat, source_id } = visit(site)
  await chat('post_chat_message', { client_id: '1', content: 'Hola' })
  const [conversation] = (await act('list_conversations', { source_id })).items
  const known = await events()
  signals.length = 0
  assert.deepEqual(await chat('set_chat_typing', { typing: true }), { typing: true })
  const author = { type: 'contact', id: conversation!.contact.id, name: conversation!.contact.name }
  const payload = { conversation, author, typing: true, private: false }
  assert.deepEqual(signals, [[actor.account.id, { name: 'conversation.typing', payload }]])
  assert.deepEqual(await events(), known)
})

test('Typing before the first message notifies nobody', async () => {
  signals.length = 0
  assert.deepEqual(await visit(site).chat('set_chat_typing', { typing: true }), { typing: true })
  assert.deepEqual(signals, [])
})

test('Team members cannot use the visitor’s typing indicator', async () => {
  assert.equal((await refusal(act('set_chat_typing', { typing: true }))).code, 'permission_denied')
})
