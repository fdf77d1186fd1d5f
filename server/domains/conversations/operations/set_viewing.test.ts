import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Signal } from '#contract/signals.ts'
import { filterEvent } from '#doors/live/visibility.ts'
import { toVisitorMessage } from '#doors/widget/visitor-events.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, events, only, talk, addAccount, runtime } = await openInbox()
const signals: Signal[] = []
runtime.signal = (_account_id, signal) => signals.push(signal)

test('The team sees who is viewing a conversation, the customer does not, and nothing is stored', async () => {
  const conversation = await talk()
  const known = await events()
  signals.length = 0
  for (const viewing of [true, false]) {
    assert.deepEqual(await act('set_viewing', { conversation_id: conversation.id, viewing }), { viewing })
  }
  const author = { type: 'agent', id: actor.id, name: 'Ana Admin' }
  const viewingSignal = (viewing: boolean) => ({
    name: 'conversation.viewing',
    payload: { conversation, author, viewing },
  })
  assert.deepEqual(signals, [viewingSignal(true), viewingSignal(false)])
  assert.deepEqual(await events(), known)

  const nobody = {
    user_id: '0',
    visibility: 'own',
    contacts_visibility: 'all',
    teams: new Set<string>(),
    teammates: new Set<string>(),
  } as const
  const colleague = { ...nobody, visibility: 'all', permissions: new Set(['conversations:read'] as const) } as const
  assert.equal(filterEvent(colleague, signals[0]!)?.name, 'conversation.viewing')
  assert.equal(
    filterEvent({ ...nobody, permissions: colleague.permissions }, signals[0]!),
    undefined,
    'not theirs to see',
  )
  const visitor = { inbox_id: conversation.inbox.id, source_id: conversation.source_id!, verified: false }
  const links = { account_id: actor.account.id, secret: runtime.secret, base_url: '' }
  assert.equal(toVisitorMessage(links, visitor, signals[0]!), undefined)
})

test('Viewing another workspace’s conversation, or with read permission only, notifies nobody', async () => {
  const theirs = await (await addAccount()).talk()
  const mine = await talk()
  signals.length = 0
  const foreign = act('set_viewing', { conversation_id: theirs.id, viewing: true })
  assert.equal((await refusal(foreign)).code, 'not_found')
  const reader = act('set_viewing', { conversation_id: mine.id, viewing: true }, { as: only('conversations:read') })
  assert.equal((await refusal(reader)).code, 'permission_denied')
  assert.deepEqual(signals, [])
})
