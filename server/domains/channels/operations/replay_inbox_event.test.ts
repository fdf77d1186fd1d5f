import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storeRequest } from '#domains/access/public/connections.ts'
import { openWhatsAppInbox } from '#test/channels/workspace.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, addAccount, sql, inbox } = await openWhatsAppInbox()
const inbox_id = inbox.id

test('A processed request waits to be processed again', async () => {
  await storeRequest(sql, [{ account_id: actor.account.id, inbox_id }], Buffer.from('{}'))
  await sql`update channel_events set outcome = 'failed', reason = 'A bug', next_try_at = null`
  const [before] = (await act('list_inbox_events', { inbox_id })).items
  assert.deepEqual([before!.outcome, before!.reason], ['failed', 'A bug'])
  const queued = await act('replay_inbox_event', { inbox_id, event_id: before!.id })
  assert.deepEqual([queued.id, queued.outcome, queued.raw], [before!.id, null, '{}'])
  const [row] = await sql`select attempts, next_try_at is not null as is_due from channel_events`
  assert.deepEqual(row, { attempts: 0, is_due: true })
})

test('An event of another inbox or workspace is not found', async () => {
  const { id } = (await act('list_inbox_events', { inbox_id })).items[0]!
  const other = await act('create_inbox', { name: 'Propio', channel: 'api' })
  const elsewhere = { inbox_id: other.id, event_id: id }
  assert.equal((await refusal(act('replay_inbox_event', elsewhere))).code, 'not_found')
  const stranger = await addAccount()
  assert.equal((await refusal(stranger.act('replay_inbox_event', { inbox_id, event_id: id }))).code, 'not_found')
})
