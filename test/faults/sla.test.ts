import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ended } from '#test/server_process.ts'
import { openTwoNodes } from '#test/two_nodes.ts'
import { until } from '#test/wait.ts'

/* Promises that run out, two nodes that may tell of it, and nodes that die meanwhile. */

const { sql, nodes, post, start, inbox_id } = await openTwoNodes()
let running = [...nodes]

const SECONDS = 1000
let made = 0

/** Customers nobody answers; what was promised to them runs out at this moment. */
async function waiting(count: number, moment: Date): Promise<string[]> {
  const { url } = running[0]!
  const say = async (source_id: string) => {
    const answer = await post(url, `/inboxes/${inbox_id}/messages`, { source_id, content: 'Hola' })
    return (answer!.body as { conversation: { id: string } }).conversation.id
  }
  const ids = await Promise.all(Array.from({ length: count }, () => say(`espera:${++made}`)))
  await sql`
    update conversations set first_response_due_at = ${moment}, sla_due_at = ${moment} where id = any(${ids})`
  // Somebody else writes, so that the nodes look at the clock again.
  await say(`otra:${++made}`)
  return ids
}

/** Each was told, once, not before its time, and its breach was kept. */
async function allTold(ids: string[], moment: Date): Promise<void> {
  await until(
    async () => (await sql`select from conversations where id = any(${ids}) and sla_due_at is not null`).length === 0,
    'everyone was told of',
    30 * SECONDS,
  )
  const told = await sql<{ id: string; count: number; first: string }>`
    select payload -> 'conversation' ->> 'id' as id, count(*)::int as count, min(occurred_at) as first
      from events where name = 'sla.breached' and payload -> 'conversation' ->> 'id' = any(${ids}) group by 1`
  assert.equal(told.length, ids.length)
  for (const { id, count, first } of told) {
    assert.equal(count, 1, `${id} was told once`)
    assert.ok(Date.parse(first) >= moment.getTime(), `${id} was not told too early`)
  }
  const kept = await sql<{ conversation_id: string }>`
    select conversation_id from sla_breaches where conversation_id = any(${ids}::bigint[]) and kind = 'first_response' and due_at = ${moment}`
  assert.deepEqual(kept.map(({ conversation_id }) => conversation_id).toSorted(), ids.toSorted())
}

async function killAll(): Promise<void> {
  for (const { child } of running) child.kill('SIGKILL')
  for (const { child } of running) await ended(child, 5 * SECONDS)
  running = []
}

test('two nodes tell of each missed promise once, when its time has come', async () => {
  const moment = new Date(Date.now() + 4 * SECONDS)
  await allTold(await waiting(60, moment), moment)
})

test('when a node is killed while it tells of them, the other tells the rest, and none twice', async () => {
  const moment = new Date(Date.now() + 5 * SECONDS)
  const ids = await waiting(150, moment)
  await until(
    async () => (await sql`select from sla_breaches where conversation_id = any(${ids}::bigint[])`).length > 0,
    'the first was told',
    30 * SECONDS,
  )
  const [first] = running
  first!.child.kill('SIGKILL')
  await ended(first!.child, 5 * SECONDS)
  await allTold(ids, moment)
  running = [running[1]!, await start()]
})

test('what ran out while no node ran is told when one is there again, once', async () => {
  const moment = new Date(Date.now() + 4 * SECONDS)
  const ids = await waiting(30, moment)
  await killAll()
  await until(() => Date.now() > moment.getTime() + 1 * SECONDS, 'its time has passed', 10 * SECONDS)
  assert.deepEqual(await sql`select from sla_breaches where conversation_id = any(${ids}::bigint[])`, [])
  running = await Promise.all([start(), start()])
  await allTold(ids, moment)
})
