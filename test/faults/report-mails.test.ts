import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openTwoNodes } from '#test/two-nodes.ts'
import { until } from '#test/wait.ts'

/* Scheduled reports that fall due on two nodes, one of which is killed. */

const SCHEDULES = 40

// These nodes write their mail to their own folder.
const folder = await mkdtemp(join(tmpdir(), 'hilo-test-'))
after(() => rm(folder, { recursive: true, force: true }))
process.env.HILO_DATA = folder
const { sql, running, startTwo, kill, ok, endLeases } = await openTwoNodes()
await startTwo()

test('When a node is killed while sending reports, the other sends the rest, and none twice', async () => {
  for (let i = 0; i < SCHEDULES; i++)
    await ok('/report-schedules', { report: 'overview', every: 'day', hour: 8, period: 'yesterday' })
  await sql`update report_schedules set next_at = now() + interval '1 second'`
  // Any change makes the nodes check their timers again.
  await ok('/contacts', { name: 'Otra', email: 'otra@example.com' })

  const mailed = async () => (await sql`select from emails where kind = 'report'`).length
  await until(async () => (await mailed()) > 0, 'the first is mailed')
  await kill(running[0]!)
  await endLeases('mail_reports')
  await until(async () => (await mailed()) === SCHEDULES, 'all are mailed')

  const [due] = await sql<{ count: number; schedules: number }>`
    select count(*)::int as count, count(distinct payload ->> 'report_schedule_id')::int as schedules
      from events where name = 'report_schedule.due'`
  assert.deepEqual(due, { count: SCHEDULES, schedules: SCHEDULES })
  assert.equal(await mailed(), SCHEDULES)
  const [planned] = await sql<{ count: number }>`
    select count(*)::int as count from report_schedules where next_at > now() and last_at is not null`
  assert.equal(planned?.count, SCHEDULES)
})
