import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Signal } from '#contract/signals.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, events, only, talk, addAccount, runtime } = await openInbox()
const signals: [string, Signal][] = []
runtime.signal = (account_id, signal) => signals.push([account_id, signal])

test('The workspace sees who is typing in which conversation, and nothing is stored', async () => {
  const conversation = await talk()
  const known = await events()
  signals.length = 0
  for (const typing of [true, false]) {
    assert.deepEqual(await act('set_typing', { conversation_id: conversation.id, typing }), { typing })
  }
  await act('set_typing', { conversation_id: conversation.id, typing: true, private: true })
  const author = { type: 'agent', id: actor.id, name: 'Ana Admin' }
  const typingSignal = (typing: boolean, isPrivate: boolean) => [
    actor.account.id,
    { name: 'conversation.typing', payload: { conversation, author, typing, private: isPrivate } },
  ]
  assert.deepEqual(signals, [typingSignal(true, false), typingSignal(false, false), typingSignal(true, true)])
  assert.deepEqual(await events(), known)
})

test('Typing in another workspace’s conversation, or without permission to send, notifies nobody', async () => {
  const other = await addAccount()
  const theirs = await other.talk()
  const mine = await talk()
  signals.length = 0
  const foreign = act('set_typing', { conversation_id: theirs.id, typing: true })
  assert.equal((await refusal(foreign)).code, 'not_found')
  const reader = act('set_typing', { conversation_id: mine.id, typing: true }, { as: only('conversations:read') })
  assert.equal((await refusal(reader)).code, 'permission_denied')
  assert.deepEqual(signals, [])
})
