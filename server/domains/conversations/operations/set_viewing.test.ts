import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Signal } from '#contract/signals.ts'
import { hear } from '#doors/live/hearing.ts'
import { hearAsVisitor } from '#doors/widget/hearing.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, events, only, talk, addAccount, runtime } = await openInbox()
const heard: Signal[] = []
runtime.signal = (_account_id, signal) => heard.push(signal)

test('the team is told who has a conversation open, its customer is not, and nothing is kept', async () => {
  const conversation = await talk()
  const known = await events()
  heard.length = 0
  for (const viewing of [true, false]) {
    assert.deepEqual(await act('set_viewing', { conversation_id: conversation.id, viewing }), { viewing })
  }
  const author = { type: 'agent', id: actor.id, name: 'Ana Admin' }
  const said = (viewing: boolean) => ({ name: 'conversation.viewing', payload: { conversation, author, viewing } })
  assert.deepEqual(heard, [said(true), said(false)])
  assert.deepEqual(await events(), known)

  const nobody = { user_id: '0', visibility: 'own', teams: new Set<string>(), teammates: new Set<string>() } as const
  const colleague = { ...nobody, visibility: 'all', permissions: new Set(['conversations:read'] as const) } as const
  assert.equal(hear(colleague, heard[0]!)?.name, 'conversation.viewing')
  assert.equal(hear({ ...nobody, permissions: colleague.permissions }, heard[0]!), undefined, 'not theirs to see')
  const visitor = { inbox_id: conversation.inbox.id, source_id: conversation.source_id }
  assert.equal(hearAsVisitor(visitor as Parameters<typeof hearAsVisitor>[0], heard[0]!), undefined)
})

test('nobody hears of a conversation of another workspace, or from who may only read', async () => {
  const theirs = await (await addAccount()).talk()
  const mine = await talk()
  heard.length = 0
  const foreign = act('set_viewing', { conversation_id: theirs.id, viewing: true })
  assert.equal((await refusal(foreign)).code, 'not_found')
  const reader = act('set_viewing', { conversation_id: mine.id, viewing: true }, { as: only('conversations:read') })
  assert.equal((await refusal(reader)).code, 'permission_denied')
  assert.deepEqual(heard, [])
})
