import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { foldReports } from '#domains/reports/folding.ts'
import { openCompany } from './golden.ts'
import { contextOf, countedBy } from './sums.ts'

/* A workspace that was there before reports were has its past in them, as well as it can still be told. */

const { sql, runtime, actor } = await openCompany()
const account_id = actor.account.id

/** What the migration makes of the rows it finds. */
async function upgrade(): Promise<void> {
  const migration = await readFile(new URL('../../server/db/migrations/0008_reports.sql', import.meta.url), 'utf8')
  const [, found] = migration.split('-- What was there before reports were')
  assert.ok(found)
  await runtime.database.work.query(`-- ${found}`)
}

async function forget(): Promise<void> {
  for (const table of ['conversation_facts', 'assignments', 'report_counts', 'report_deltas', 'report_zones'])
    await runtime.database.work.query(`delete from ${table}`)
  await sql`update messages set waited_seconds = null`
  await sql`update contacts set first_inbox_id = null`
  await sql`update opportunities set reached_stage_ids = '{}', last_open_stage_id = null`
}

const facts = () => sql`
  select conversation_id, inbox_id, created_at, status, priority, asked_at, human_at, human_reply_at, human_id, human_seconds, working_seconds,
         ai_at, ai_reply_at, ai_seconds, resolved_at, resolution_seconds
    from conversation_facts order by conversation_id`
const waits = () => sql`select id, waited_seconds from messages order by id`
const origins = () => sql`select id, first_inbox_id from contacts order by id`
const reached = () => sql`
  select id, array(select unnest(reached_stage_ids) order by 1) as stages, last_open_stage_id from opportunities order by id`

test('what can be told of the past is what would have been noted then', async () => {
  const before = [await facts(), await waits(), await origins(), await reached()]
  await forget()
  await upgrade()
  assert.deepEqual([await facts(), await waits(), await origins(), await reached()], before)
})

test('its sums are made at the first fold, and until then reports read the truth', async () => {
  const seen = () => countedBy(contextOf(runtime, actor))
  const truth = await seen()
  assert.ok(truth.length > 0)
  await foldReports(runtime)
  assert.deepEqual(await seen(), truth)
  const [{ time_zone }] = (await sql`select time_zone from report_zones where account_id = ${account_id}`) as [
    { time_zone: string },
  ]
  assert.equal(time_zone, 'America/Bogota')
})

test('who has it is taken to have been given it when it began', async () => {
  const given = await sql`
    select conversation_id, assignee_id, assigned_at, ended_at, previous_at, resolved_now from assignments order by conversation_id`
  const had = await sql`
    select id as conversation_id, assignee_id, created_at as assigned_at, null as ended_at, null as previous_at, status = 'resolved' as resolved_now
      from conversations where assignee_id is not null order by id`
  assert.ok(had.length > 0)
  assert.deepEqual(given, had)
})
