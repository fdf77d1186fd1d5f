import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTwoNodes } from '#test/two-nodes.ts'
import { until } from '#test/wait.ts'

/* SLA targets that expire, two nodes that may report it, and nodes that die meanwhile. */

const { sql, running, startOne, startTwo, kill, ok, inbox_id } = await openTwoNodes()
await startTwo()

const SECONDS = 1000
let made = 0

/** Unanswered customers whose SLA targets are due at this moment. */
async function waiting(count: number, moment: Date): Promise<string[]> {
  const say = async (source_id: string) => {
    const message = { source_id, content: 'Hola' }
    return (await ok<{ conversation: { id: string } }>(`/inboxes/${inbox_id}/messages`, message)).conversation.id
  }
  const ids = await Promise.all(Array.from({ length: count }, () => say(`espera:${++made}`)))
  await sql`
    update conversations set first_response_due_at = ${moment}, sla_due_at = ${moment} where id = any(${ids})`
  // Another message makes the nodes check their timers again.
  await say(`otra:${++made}`)
  return ids
}

/** Checks that each breach was recorded and reported once, not before it was due. */
async function allTold(ids: string[], moment: Date): Promise<void> {
  await until(
    async () => (await sql`select from conversations where id = any(${ids}) and sla_due_at is not null`).length === 0,
    'every breach was reported',
  )
  const events = await sql<{ id: string; count: number; first: string }>`
    select payload -> 'conversation' ->> 'id' as id, count(*)::int as count, min(occurred_at) as first
      from events where name = 'sla.breached' and payload -> 'conversation' ->> 'id' = any(${ids}) group by 1`
  assert.equal(events.length, ids.length)
  for (const { id, count, first } of events) {
    assert.equal(count, 1, `${id} was reported once`)
    assert.ok(Date.parse(first) >= moment.getTime(), `${id} was not reported too early`)
  }
  const kept = await sql<{ conversation_id: string }>`
    select conversation_id from sla_breaches where conversation_id = any(${ids}::bigint[]) and kind = 'first_response' and due_at = ${moment}`
  assert.deepEqual(kept.map(({ conversation_id }) => conversation_id).toSorted(), ids.toSorted())
}

test('Two nodes report each missed SLA target once, when it is due', async () => {
  const moment = new Date(Date.now() + 4 * SECONDS)
  await allTold(await waiting(60, moment), moment)
})

test('When a node is killed while reporting, the other reports the rest, and none twice', async () => {
  const moment = new Date(Date.now() + 5 * SECONDS)
  const ids = await waiting(150, moment)
  await until(
    async () => (await sql`select from sla_breaches where conversation_id = any(${ids}::bigint[])`).length > 0,
    'the first was reported',
  )
  await kill(running[0]!)
  await allTold(ids, moment)
})

test('Targets missed while no node ran are reported once after a restart', async () => {
  const ids = await waiting(30, new Date(Date.now() + 3_600 * SECONDS))
  await kill()
  const moment = new Date(Date.now() - 1 * SECONDS)
  await sql`
    update conversations set first_response_due_at = ${moment}, sla_due_at = ${moment} where id = any(${ids})`
  await startOne()
  await allTold(ids, moment)
})
