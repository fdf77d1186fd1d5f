import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Signal } from '#contract/signals.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, events, only, talk, addAccount, runtime } = await openInbox()
const heard: [string, Signal][] = []
runtime.signal = (account_id, signal) => heard.push([account_id, signal])

test('whoever listens in the workspace is told who writes in which conversation, and nothing is kept', async () => {
  const conversation = await talk()
  const known = await events()
  heard.length = 0
  for (const typing of [true, false]) {
    assert.deepEqual(await act('set_typing', { conversation_id: conversation.id, typing }), { typing })
  }
  await act('set_typing', { conversation_id: conversation.id, typing: true, private: true })
  const author = { type: 'agent', id: actor.id, name: 'Ana Admin' }
  const said = (typing: boolean, isPrivate: boolean) => [
    actor.account.id,
    { name: 'conversation.typing', payload: { conversation, author, typing, private: isPrivate } },
  ]
  assert.deepEqual(heard, [said(true, false), said(false, false), said(true, true)])
  assert.deepEqual(await events(), known)
})

test('nobody hears of a conversation of another workspace, or from who may not send', async () => {
  const other = await addAccount()
  const theirs = await other.talk()
  const mine = await talk()
  heard.length = 0
  const foreign = act('set_typing', { conversation_id: theirs.id, typing: true })
  assert.equal((await refusal(foreign)).code, 'not_found')
  const reader = act('set_typing', { conversation_id: mine.id, typing: true }, { as: only('conversations:read') })
  assert.equal((await refusal(reader)).code, 'permission_denied')
  assert.deepEqual(heard, [])
})
