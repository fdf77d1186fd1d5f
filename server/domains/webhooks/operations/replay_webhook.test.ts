import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lowestId, replay } from '#domains/webhooks/deliveries/replay.ts'
import type { Event } from '#kernel/subscriber.ts'
import { subscriberContext } from '#kernel/worker.ts'
import { registry } from '#registry'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, sql, events, only, runtime, addAccount } = await openWorkspace()
const make = (more: object = {}) =>
  act('create_webhook', { url: 'https://example.com/1', events: ['label.*'], ...more })

/** Runs the most recently requested replay. */
const runReplay = async () => {
  const [event] = await sql<Event<'webhook.replay_requested'>>`
    select * from events where name = 'webhook.replay_requested' order by sequence desc limit 1`
  await replay(
    subscriberContext(runtime, registry, event!),
    event!,
    () => ({}),
    () => {},
  )
}

test('A replay covers the requested period and status', async () => {
  const { id: webhook_id } = await make()
  const now = new Date('2026-11-15T12:00:00Z')
  const input = { webhook_id, since: '2026-11-14T07:00:00-05:00' }
  const answer = await act('replay_webhook', input, { now })
  const done = { webhook_id, since: '2026-11-14T12:00:00.000Z', until: now.toISOString(), status: 'failed' }
  assert.deepEqual(answer, done)
  const { maker: _, ...payload } = (await events()).at(-1)!.payload
  assert.deepEqual(payload, done)
  const all = await act('replay_webhook', { ...input, until: '2099-01-01T00:00:00Z', status: 'all' }, { now })
  assert.deepEqual([all.status, all.until], ['all', now.toISOString()], 'a period ends now at the latest')
})

test('An invalid or future period is refused', async () => {
  const { id: webhook_id } = await make()
  for (const period of [
    { since: '2099-01-01T00:00:00Z' },
    { since: '2026-01-02T00:00:00Z', until: '2026-01-01T00:00:00Z' },
    { since: '2026-01-02T00:00:00Z', until: '2026-01-02T00:00:00Z' },
  ]) {
    const problem = await refusal(act('replay_webhook', { webhook_id, ...period }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_value', 'since'])
  }
  assert.equal((await refusal(act('replay_webhook', { webhook_id, since: 'ayer' }))).code, 'invalid_request')
})

test('Hundreds of events from before the webhook existed are sent once each, even if the replay runs again', async () => {
  const account = await addAccount()
  const since = new Date(Date.now() - 1).toISOString()
  for (let i = 0; i < 250; i++) await account.act('create_label', { title: `etiqueta ${i}` })
  await account.act('create_contact', { name: 'Ana', email: 'ana@example.com' })
  const { id: webhook_id } = await account.act('create_webhook', { url: 'https://example.com/1', events: ['label.*'] })
  await account.act('replay_webhook', { webhook_id, since })
  for (let i = 0; i < 3; i++) await runReplay()
  const rows = await sql<{ event: string; message_id: string }>`
    select event, message_id from webhook_deliveries where webhook_id = ${webhook_id}`
  assert.equal(rows.length, 250)
  assert.equal(new Set(rows.map(({ message_id }) => message_id)).size, 250)
})

test('A replay processed twice sends delivered events once more, not twice', async () => {
  const account = await addAccount()
  const since = new Date(Date.now() - 1).toISOString()
  await account.act('create_label', { title: 'una' })
  const { id: webhook_id } = await account.act('create_webhook', { url: 'https://example.com/1', events: ['*'] })
  await account.act('replay_webhook', { webhook_id, since })
  await runReplay()
  await sql`update webhook_deliveries set status = 'delivered', queued_at = now() - interval '1 hour' where webhook_id = ${webhook_id}`
  await account.act('replay_webhook', { webhook_id, since, status: 'all' })
  await runReplay()
  const listPending = () => sql`select from webhook_deliveries where webhook_id = ${webhook_id} and status = 'pending'`
  assert.equal((await listPending()).length, 1)
  await sql`update webhook_deliveries set status = 'delivered' where webhook_id = ${webhook_id}`
  await runReplay()
  assert.equal((await listPending()).length, 0)
})

test('A webhook deleted before the replay receives nothing', async () => {
  const { id: webhook_id } = await make()
  await act('replay_webhook', { webhook_id, since: '2020-01-01T00:00:00Z' })
  await act('delete_webhook', { webhook_id })
  await runReplay()
})

test('The first event ID of a moment sorts before all IDs of that moment and after earlier ones', () => {
  const at = '2026-11-15T12:00:00.000Z'
  assert.equal(
    lowestId(at),
    `${Date.parse(at)
      .toString(16)
      .padStart(12, '0')
      .replace(/(.{8})/, '$1-')}-0000-0000-000000000000`,
  )
  assert.ok(lowestId(at) < lowestId(at, 1))
})

test('Replaying requires webhooks:write and a webhook of the workspace', async () => {
  const { id: webhook_id } = await make()
  const input = { webhook_id, since: '2020-01-01T00:00:00Z' }
  assert.equal((await refusal(act('replay_webhook', input, { as: only('webhooks:read') }))).code, 'permission_denied')
  assert.equal((await refusal((await addAccount()).act('replay_webhook', input))).code, 'not_found')
})
