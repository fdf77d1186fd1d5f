import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storeRequest } from '#domains/access/public/connections.ts'
import { openWhatsAppInbox } from '#test/channels/workspace.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, only, addAccount, sql, inbox } = await openWhatsAppInbox()
const inbox_id = inbox.id

test('Requests of the provider are listed newest first, in pages, with their exact bodies', async () => {
  const bodies = ['{"n":1}', '{ "n": 2 }', 'not JSON']
  for (const body of bodies) await storeRequest(sql, [{ account_id: actor.account.id, inbox_id }], Buffer.from(body))
  const first = await act('list_inbox_events', { inbox_id, limit: 2 })
  const second = await act('list_inbox_events', { inbox_id, limit: 2, cursor: first.next_cursor! })
  const found = [...first.items, ...second.items]
  assert.deepEqual(
    found.map(({ raw }) => raw),
    bodies.toReversed(),
  )
  assert.deepEqual([found[0]!.outcome, found[0]!.reason, found[0]!.kinds], [null, null, []])
  assert.equal(second.next_cursor, null)
})

test('Only administrators of the workspace read them', async () => {
  const as = only('workspace:read', 'conversations:read')
  assert.equal((await refusal(act('list_inbox_events', { inbox_id }, { as }))).code, 'permission_denied')
  const stranger = await addAccount()
  assert.equal((await refusal(stranger.act('list_inbox_events', { inbox_id }))).code, 'not_found')
})
