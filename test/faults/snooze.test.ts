import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ended } from '#test/server_process.ts'
import { openTwoNodes } from '#test/two_nodes.ts'
import { until } from '#test/wait.ts'

/* Conversations that sleep, two nodes that may wake them, and nodes that die meanwhile. */

const { sql, nodes, post, start, inbox_id } = await openTwoNodes()
let running = [...nodes]

const SECONDS = 1000
const PROMISED = 5 * SECONDS

let made = 0

/** Conversations that sleep until then. */
async function sleepers(count: number, moment: Date): Promise<string[]> {
  const { url } = running[0]!
  const ids = await Promise.all(
    Array.from({ length: count }, async () => {
      const said = { source_id: `duerme:${++made}`, content: 'Hola' }
      const { conversation } = (await post(url, `/inboxes/${inbox_id}/messages`, said))!.body as {
        conversation: { id: string }
      }
      await post(url, `/conversations/${conversation.id}/snooze`, { until: moment.toISOString() })
      return conversation.id
    }),
  )
  const asleep = await sql`select from conversations where id = any(${ids}) and status = 'snoozed'`
  assert.equal(asleep.length, count)
  return ids
}

/** Each has woken, once, not before its time. Answers how late the last of them was. */
async function allWoke(ids: string[], moment: Date): Promise<number> {
  await until(
    async () => (await sql`select from conversations where id = any(${ids}) and status = 'snoozed'`).length === 0,
    'everyone is awake',
    30 * SECONDS,
  )
  const told = await sql<{ id: string; count: number; first: string; last: string }>`
    select payload -> 'conversation' ->> 'id' as id, count(*)::int as count, min(occurred_at) as first, max(occurred_at) as last
      from events where name = 'conversation.reopened' and payload -> 'conversation' ->> 'id' = any(${ids}) group by 1`
  assert.equal(told.length, ids.length)
  for (const { id, count, first } of told) {
    assert.equal(count, 1, `${id} woke once`)
    assert.ok(Date.parse(first) >= moment.getTime(), `${id} slept until its time`)
  }
  const [doubled] = await sql<{ count: number }>`
    select count(*)::int as count from events where name = 'conversation.status_changed'
       and payload -> 'conversation' ->> 'id' = any(${ids}) and payload -> 'changes' -> 'status' ->> 'to' = 'open'`
  assert.equal(doubled?.count, ids.length)
  return Math.max(...told.map(({ last }) => Date.parse(last))) - moment.getTime()
}

async function killAll(): Promise<void> {
  for (const { child } of running) child.kill('SIGKILL')
  for (const { child } of running) await ended(child, 5 * SECONDS)
  running = []
}

test('two nodes wake each conversation once, within five seconds of its time', async (t) => {
  const moment = new Date(Date.now() + 3 * SECONDS)
  const ids = await sleepers(60, moment)
  const late = await allWoke(ids, moment)
  t.diagnostic(`60 woke, the last ${late} ms after its time`)
  assert.ok(late < PROMISED, `${late} ms`)
})

test('hundreds that are to wake at the same moment wake within five seconds', async (t) => {
  const [model] = await sleepers(1, new Date(Date.now() + 60 * SECONDS))
  const moment = new Date(Date.now() + 2 * SECONDS)
  const rows = await sql<{ id: string }>`
    insert into conversations (account_id, inbox_id, contact_id, identity_id, status, snoozed_until, last_activity_at, created_at, updated_at)
    select account_id, inbox_id, contact_id, identity_id, status, ${moment}::timestamptz, now(), now(), now()
      from conversations, generate_series(1, 500) where id = ${model!} returning id`
  // Somebody snoozes one through the door, so that the nodes look at the clock again.
  await sleepers(1, moment)
  const late = await allWoke(
    rows.map(({ id }) => id),
    moment,
  )
  t.diagnostic(`500 woke, the last ${late} ms after its time`)
  assert.ok(late < PROMISED, `${late} ms`)
})

test('when a node is killed while it wakes them, the other wakes the rest, and none twice', async () => {
  const moment = new Date(Date.now() + 4 * SECONDS)
  const ids = await sleepers(150, moment)
  await until(
    async () => (await sql`select from conversations where id = any(${ids}) and status = 'open'`).length > 0,
    'the first is awake',
    30 * SECONDS,
  )
  const [first] = running
  first!.child.kill('SIGKILL')
  await ended(first!.child, 5 * SECONDS)
  await allWoke(ids, moment)
  running = [running[1]!, await start()]
})

test('what should have woken while no node ran wakes when one is there again, once', async () => {
  const moment = new Date(Date.now() + 3 * SECONDS)
  const ids = await sleepers(30, moment)
  await killAll()
  await until(() => Date.now() > moment.getTime() + 1 * SECONDS, 'its time has passed', 10 * SECONDS)
  assert.equal((await sql`select from conversations where id = any(${ids}) and status = 'snoozed'`).length, 30)
  running = await Promise.all([start(), start()])
  await allWoke(ids, moment)
})
