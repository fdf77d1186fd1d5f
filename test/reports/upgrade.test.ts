import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { rollUpReports } from '#domains/reports/rollup/rollup.ts'
import { openCompany } from './golden.ts'
import { contextOf, countedBy } from './sums.ts'

/* The backfill gives existing workspaces their past in reports, as far as the data allows. */

const { sql, runtime, actor } = await openCompany()
const account_id = actor.account.id

/** Runs the backfill of the migration. */
async function upgrade(): Promise<void> {
  const migration = await readFile(new URL('../../server/db/migrations/0008_reports.sql', import.meta.url), 'utf8')
  const [, found] = migration.split('-- Backfill for existing workspaces')
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

test('The backfill produces the same facts as recording them at the time', async () => {
  const before = [await facts(), await waits(), await origins(), await reached()]
  await forget()
  await upgrade()
  assert.deepEqual([await facts(), await waits(), await origins(), await reached()], before)
})

test('Sums are built at the first rollup, and until then reports read the raw rows', async () => {
  const seen = () => countedBy(contextOf(runtime, actor))
  const truth = await seen()
  assert.ok(truth.length > 0)
  await rollUpReports(runtime)
  assert.deepEqual(await seen(), truth)
  const [{ time_zone }] = (await sql`select time_zone from report_zones where account_id = ${account_id}`) as [
    { time_zone: string },
  ]
  assert.equal(time_zone, 'America/Bogota')
})

test('The assignee counts as assigned since the conversation was created', async () => {
  const given = await sql`
    select conversation_id, assignee_id, assigned_at, ended_at, previous_at, resolved_now from assignments order by conversation_id`
  const had = await sql`
    select id as conversation_id, assignee_id, created_at as assigned_at, null as ended_at, null as previous_at, status = 'resolved' as resolved_now
      from conversations where assignee_id is not null order by id`
  assert.ok(had.length > 0)
  assert.deepEqual(given, had)
})
