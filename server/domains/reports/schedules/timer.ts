import { part } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { runAsSystem } from '#kernel/system-actor.ts'
import { nextRun, type Timing } from './rules.ts'
import { emitDue } from './store.ts'

const BATCH = 200

/** When the next report is sent, or at once if a workspace with schedules changed its time zone. */
export const nextReportAt = part`
  select least(
    (select min(next_at) from report_schedules),
    (select min(now()) from report_schedules s join accounts a on a.id = s.account_id
      where s.next_at is not null and s.time_zone <> a.time_zone)) as at`

/** Emits the due reports and plans their next time, in one transaction each. */
export async function emitDueReports(runtime: Runtime): Promise<void> {
  const due = await runtime.database.sql<{ account_id: string; id: string }>`
    select s.account_id, s.id from report_schedules s join accounts a on a.id = s.account_id
     where s.next_at <= now() or (s.next_at is not null and s.time_zone <> a.time_zone) order by s.next_at limit ${BATCH}`
  for (const { account_id, id } of due)
    await runAsSystem(runtime, account_id, 'send_reports', (ctx) => emitIfDue(ctx, id))
}

/** The row is locked, so of two nodes one sends and the other finds the next time in it. */
async function emitIfDue(ctx: Context, id: string): Promise<void> {
  const { sql, actor, now } = ctx
  const { id: account_id, time_zone } = actor.account
  const [row] = await sql<Timing & { next_at: string; is_due: boolean }>`
    select every, weekday, month_day, hour, next_at, next_at <= now() as is_due from report_schedules
     where account_id = ${account_id} and id = ${id} and next_at is not null and (next_at <= now() or time_zone <> ${time_zone})
       for no key update skip locked`
  if (!row) return
  if (row.is_due) await emitDue(ctx, id, row.next_at)
  // After a downtime it is sent once, however many times were missed. The clock of the database may be ahead of ours.
  const after = row.is_due ? new Date(Math.max(now.getTime(), Date.parse(row.next_at))) : now
  await sql`
    update report_schedules set next_at = ${nextRun(row, after, time_zone)}, time_zone = ${time_zone},
           last_at = case when ${row.is_due}::boolean then next_at else last_at end
     where account_id = ${account_id} and id = ${id}`
}
