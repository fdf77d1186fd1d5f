import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '#db/database.ts'
import { recordDueBreaches } from './breaches.ts'
import { nextWarningAt, warnOfBreaches } from './warnings.ts'
import { openInbox } from '#test/inbox.ts'

const { act, sql, inbox, write, runtime } = await openInbox()

const MINUTE = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE)

/** Receives a customer message dated this many minutes ago; the inbox promises a first reply in 15 minutes. */
const wait = async (minutes: number) => (await write({ inbox_id: inbox.id }, { now: ago(minutes) })).conversation

const warnings = async (conversation_id: string) =>
  (
    await sql<{ target: { kind: string; due_at: string } }>`
      select payload -> 'sla_target' as target from events
       where name = 'sla.due_soon' and payload -> 'conversation' ->> 'id' = ${conversation_id} order by sequence`
  ).map(({ target }) => target)

test('People are warned once when a quarter of the time is left', async () => {
  const early = await wait(10)
  const { id, waiting_since, sla } = await wait(12)
  assert.deepEqual(await sql<{ at: string | null }>`${nextWarningAt}`, [
    { at: new Date(Date.parse(waiting_since!) + 11 * MINUTE).toISOString() },
  ])
  await warnOfBreaches(runtime)
  await warnOfBreaches(runtime)
  assert.deepEqual(await warnings(id), [{ kind: 'first_response', due_at: sla.first_response_due_at }])
  assert.deepEqual(await warnings(early.id), [])
  const [next] = await sql<{ at: string | null }>`${nextWarningAt}`
  assert.equal(next!.at, new Date(Date.parse(early.waiting_since!) + 11 * MINUTE).toISOString())
})

test('An answered, resolved or already late conversation gives no warning', async () => {
  const [answered, resolved, late] = [await wait(12), await wait(12), await wait(20)]
  await act('send_message', { conversation_id: answered.id, content: 'Buenas' })
  await act('resolve_conversation', { conversation_id: resolved.id })
  await warnOfBreaches(runtime)
  await recordDueBreaches(runtime)
  for (const { id } of [answered, resolved, late]) assert.deepEqual(await warnings(id), [])
})

test('Another target for the same wait gives no second warning', async () => {
  const { id: conversation_id } = await wait(12)
  await warnOfBreaches(runtime)
  for (const priority of ['urgent', 'none'] as const) {
    await act('set_conversation_priority', { conversation_id, priority })
    await warnOfBreaches(runtime)
  }
  assert.equal((await warnings(conversation_id)).length, 1)
})

test('Two servers warn once of each target', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, async () => (await wait(12)).id))
  const { password, ...options } = runtime.database.work.options
  const database = openDatabase({ ...(options as object), password: password as string }, () => {}, 4)
  const second = { ...runtime, database }
  await Promise.all([runtime, second, runtime, second].map((node) => warnOfBreaches(node)))
  // A conversation locked by the other server is skipped, so one more run warns of the rest.
  await warnOfBreaches(runtime)
  await database.close()
  for (const id of ids) assert.equal((await warnings(id)).length, 1)
})
