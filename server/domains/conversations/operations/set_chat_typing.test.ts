import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Signal } from '#contract/signals.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, events, visit, runtime } = await openInbox()
const site = await act('create_inbox', { name: 'Sitio', channel: 'web_widget' })
const heard: [string, Signal][] = []
runtime.signal = (account_id, signal) => heard.push([account_id, signal])

test('the team is told that the visitor writes, as the contact they are, and nothing is kept', async () => {
  const { chat, source_id } = visit(site)
  await chat('post_chat_message', { client_id: '1', content: 'Hola' })
  const [conversation] = (await act('list_conversations', { source_id })).items
  const known = await events()
  heard.length = 0
  assert.deepEqual(await chat('set_chat_typing', { typing: true }), { typing: true })
  const author = { type: 'contact', id: conversation!.contact.id, name: conversation!.contact.name }
  const payload = { conversation, author, typing: true, private: false }
  assert.deepEqual(heard, [[actor.account.id, { name: 'conversation.typing', payload }]])
  assert.deepEqual(await events(), known)
})

test('who has not written yet is heard by nobody', async () => {
  heard.length = 0
  assert.deepEqual(await visit(site).chat('set_chat_typing', { typing: true }), { typing: true })
  assert.deepEqual(heard, [])
})

test('nobody of the team can use it', async () => {
  assert.equal((await refusal(act('set_chat_typing', { typing: true }))).code, 'permission_denied')
})
