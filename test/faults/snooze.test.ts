import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTwoNodes } from '#test/two-nodes.ts'
import { until } from '#test/wait.ts'

/* Snoozed conversations on two nodes that reopen them while nodes are killed. */

const { sql, running, startOne, startTwo, kill, ok, inbox_id } = await openTwoNodes()
await startTwo()

const SECONDS = 1000

let made = 0

/** Conversations snoozed for an hour through the API; their time is set once all of them are. */
async function snoozeMany(count: number): Promise<string[]> {
  const ids = await Promise.all(
    Array.from({ length: count }, async () => {
      const message = { source_id: `duerme:${++made}`, content: 'Hola' }
      const { conversation } = await ok<{ conversation: { id: string } }>(`/inboxes/${inbox_id}/messages`, message)
      const hour = new Date(Date.now() + 3_600 * SECONDS).toISOString()
      await ok(`/conversations/${conversation.id}/snooze`, { until: hour })
      return conversation.id
    }),
  )
  const snoozed = await sql`select from conversations where id = any(${ids}) and status = 'snoozed'`
  assert.equal(snoozed.length, count)
  return ids
}

/** Lets the conversations fall due after this many seconds, and has the nodes check their timers again. */
async function fallDue(ids: string[], seconds: number): Promise<Date> {
  const moment = new Date(Date.now() + seconds * SECONDS)
  await sql`update conversations set snoozed_until = ${moment} where id = any(${ids})`
  await snoozeMany(1)
  return moment
}

/** Checks that each conversation reopened once, not before its time. Returns the delay of the last one. */
async function allWoke(ids: string[], moment: Date): Promise<number> {
  await until(
    async () => (await sql`select from conversations where id = any(${ids}) and status = 'snoozed'`).length === 0,
    'every conversation reopened',
  )
  const events = await sql<{ id: string; count: number; first: string; last: string }>`
    select payload -> 'conversation' ->> 'id' as id, count(*)::int as count, min(occurred_at) as first, max(occurred_at) as last
      from events where name = 'conversation.reopened' and payload -> 'conversation' ->> 'id' = any(${ids}) group by 1`
  assert.equal(events.length, ids.length)
  for (const { id, count, first } of events) {
    assert.equal(count, 1, `${id} was reopened once`)
    assert.ok(Date.parse(first) >= moment.getTime(), `${id} slept until its time`)
  }
  const [doubled] = await sql<{ count: number }>`
    select count(*)::int as count from events where name = 'conversation.status_changed'
       and payload -> 'conversation' ->> 'id' = any(${ids}) and payload -> 'changes' -> 'status' ->> 'to' = 'open'`
  assert.equal(doubled?.count, ids.length)
  return Math.max(...events.map(({ last }) => Date.parse(last))) - moment.getTime()
}

test('Two nodes reopen each snoozed conversation once, not before its time', async (t) => {
  const ids = await snoozeMany(60)
  const moment = await fallDue(ids, 2)
  const late = await allWoke(ids, moment)
  t.diagnostic(`60 reopened, the last ${late} ms after its time`)
})

test('Hundreds of conversations due at the same moment all reopen, once each', async (t) => {
  const [model] = await snoozeMany(1)
  const rows = await sql<{ id: string }>`
    insert into conversations (account_id, inbox_id, contact_id, identity_id, status, snoozed_until, last_activity_at, created_at, updated_at)
    select account_id, inbox_id, contact_id, identity_id, status, snoozed_until, now(), now(), now()
      from conversations, generate_series(1, 500) where id = ${model!} returning id`
  const ids = rows.map(({ id }) => id)
  const late = await allWoke(ids, await fallDue(ids, 2))
  t.diagnostic(`500 reopened, the last ${late} ms after its time`)
})

test('When a node is killed while reopening, the other reopens the rest, and none twice', async () => {
  const ids = await snoozeMany(150)
  const moment = await fallDue(ids, 2)
  await until(
    async () => (await sql`select from conversations where id = any(${ids}) and status = 'open'`).length > 0,
    'the first conversation reopened',
  )
  await kill(running[0]!)
  await allWoke(ids, moment)
})

test('Conversations due while no node ran reopen once after a restart', async () => {
  const ids = await snoozeMany(30)
  await kill()
  const moment = new Date(Date.now() - 1 * SECONDS)
  await sql`update conversations set snoozed_until = ${moment} where id = any(${ids})`
  await startOne()
  await allWoke(ids, moment)
})
