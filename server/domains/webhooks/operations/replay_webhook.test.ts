import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lowest, replay } from '#domains/webhooks/replaying.ts'
import type { Event } from '#kernel/subscriber.ts'
import { hands } from '#kernel/worker.ts'
import { registry } from '#registry'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, sql, events, only, runtime, addAccount } = await openWorkspace()
const make = (more: object = {}) =>
  act('create_webhook', { url: 'https://example.com/1', events: ['label.*'], ...more })

/** Carries out what was asked last. */
const carryOut = async () => {
  const [event] = await sql<Event<'webhook.replay_requested'>>`
    select * from events where name = 'webhook.replay_requested' order by sequence desc limit 1`
  await replay(
    hands(runtime, registry, event!),
    event!,
    () => ({}),
    () => {},
  )
}

test('what is asked for is what will be done: a period, and what of it', async () => {
  const { id: webhook_id } = await make()
  const now = new Date('2026-11-15T12:00:00Z')
  const asked = { webhook_id, since: '2026-11-14T07:00:00-05:00' }
  const answer = await act('replay_webhook', asked, { now })
  const done = { webhook_id, since: '2026-11-14T12:00:00.000Z', until: now.toISOString(), status: 'failed' }
  assert.deepEqual(answer, done)
  assert.deepEqual((await events()).at(-1)?.payload, done)
  const all = await act('replay_webhook', { ...asked, until: '2099-01-01T00:00:00Z', status: 'all' }, { now })
  assert.deepEqual([all.status, all.until], ['all', now.toISOString()], 'nobody knows what is to come')
})

test('a period that is none, or lies ahead, is refused', async () => {
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

test('hundreds of events from before it was made come once each, however often the replay is carried out', async () => {
  const hands = await addAccount()
  const since = new Date(Date.now() - 1).toISOString()
  for (let i = 0; i < 250; i++) await hands.act('create_label', { title: `etiqueta ${i}` })
  await hands.act('create_contact', { name: 'Ana', email: 'ana@example.com' })
  const { id: webhook_id } = await hands.act('create_webhook', { url: 'https://example.com/1', events: ['label.*'] })
  await hands.act('replay_webhook', { webhook_id, since })
  for (let i = 0; i < 3; i++) await carryOut()
  const rows = await sql<{ event: string; message_id: string }>`
    select event, message_id from webhook_deliveries where webhook_id = ${webhook_id}`
  assert.equal(rows.length, 250)
  assert.equal(new Set(rows.map(({ message_id }) => message_id)).size, 250)
})

test('a replay told twice sends what arrived once more, and not twice more', async () => {
  const hands = await addAccount()
  const since = new Date(Date.now() - 1).toISOString()
  await hands.act('create_label', { title: 'una' })
  const { id: webhook_id } = await hands.act('create_webhook', { url: 'https://example.com/1', events: ['*'] })
  await hands.act('replay_webhook', { webhook_id, since })
  await carryOut()
  await sql`update webhook_deliveries set status = 'delivered', queued_at = now() - interval '1 hour' where webhook_id = ${webhook_id}`
  await hands.act('replay_webhook', { webhook_id, since, status: 'all' })
  await carryOut()
  const waiting = () => sql`select from webhook_deliveries where webhook_id = ${webhook_id} and status = 'pending'`
  assert.equal((await waiting()).length, 1)
  await sql`update webhook_deliveries set status = 'delivered' where webhook_id = ${webhook_id}`
  await carryOut()
  assert.equal((await waiting()).length, 0)
})

test('a webhook that is gone by then is sent nothing', async () => {
  const { id: webhook_id } = await make()
  await act('replay_webhook', { webhook_id, since: '2020-01-01T00:00:00Z' })
  await act('delete_webhook', { webhook_id })
  await carryOut()
})

test('the first id of a moment is below every id of it, and above those before', () => {
  const at = '2026-11-15T12:00:00.000Z'
  assert.equal(
    lowest(at),
    `${Date.parse(at)
      .toString(16)
      .padStart(12, '0')
      .replace(/(.{8})/, '$1-')}-0000-0000-000000000000`,
  )
  assert.ok(lowest(at) < lowest(at, 1))
})

test('it needs the right to change webhooks, and a webhook of the workspace', async () => {
  const { id: webhook_id } = await make()
  const asked = { webhook_id, since: '2020-01-01T00:00:00Z' }
  assert.equal((await refusal(act('replay_webhook', asked, { as: only('webhooks:read') }))).code, 'permission_denied')
  assert.equal((await refusal((await addAccount()).act('replay_webhook', asked))).code, 'not_found')
})
