import { transaction } from '#db/database.ts'
import { bind, part, type Part, type Sql } from '#db/sql.ts'
import { hourOf, measures, rawRows, weekdayOrDim } from './report-rows.ts'
import type { Runtime } from '#kernel/runtime.ts'

const BATCH = 50_000
const INTERVAL = '1 minute'

/** Moment of the next rollup. Rollups in an outdated time zone are rebuilt at once. */
export const nextRollup = part`
  select least(
    (select noted_at + ${INTERVAL}::interval from report_deltas order by account_id, id limit 1),
    (select min(now()) from report_zones z join accounts a on a.id = z.account_id where z.time_zone <> a.time_zone)) as at`

/** Adds the pending deltas of every workspace to the rollups. */
export async function rollUpReports(runtime: Runtime): Promise<void> {
  const waiting = await runtime.database.sql<{ id: string }>`
    select a.id from accounts a left join report_zones z on z.account_id = a.id
     where z.time_zone <> a.time_zone or exists (select from report_deltas d where d.account_id = a.id)`
  for (const { id } of waiting) while ((await rollUp(runtime, id)) === BATCH);
}

/** Rolls up one batch and returns its size. Deltas are deleted and added in one statement, so nothing is counted twice. */
async function rollUp(runtime: Runtime, account_id: string): Promise<number> {
  return transaction(runtime.database.work, async (sql, client) => {
    const time_zone = await lockAccount(sql, account_id)
    if (time_zone === undefined) return 0
    const [known] = await sql<{ time_zone: string }>`
      insert into report_zones values (${account_id}, ${time_zone})
      on conflict (account_id) do update set account_id = excluded.account_id returning time_zone`
    if (known!.time_zone !== time_zone) return rebuild(bind(client, undefined, 0), account_id, time_zone)
    const [batch] = await sql<{ count: number }>`
      with x as (
        delete from report_deltas where account_id = ${account_id} and id in (
          select id from report_deltas where account_id = ${account_id} order by id limit ${BATCH})
        returning *
      ), ${addToSums(account_id, time_zone)} select count(*)::int as count from x`
    return batch!.count
  })
}

/** Rebuilds the rollups of a workspace from the raw rows. */
export async function rebuildReports(runtime: Runtime, account_id: string): Promise<void> {
  await transaction(runtime.database.work, async (sql, client) => {
    const time_zone = await lockAccount(sql, account_id)
    if (time_zone !== undefined) await rebuild(bind(client, undefined, 0), account_id, time_zone)
  })
}

/** Pending deltas are dropped, because the raw rows in the same statement include them. It may take minutes. */
async function rebuild(sql: Sql, account_id: string, time_zone: string): Promise<number> {
  await sql`set local statement_timeout = 0`
  await sql`set local work_mem = '256MB'`
  await sql`delete from report_counts where account_id = ${account_id}`
  await sql`delete from report_totals where account_id = ${account_id}`
  await sql`
    with dropped as (delete from report_deltas where account_id = ${account_id}), x as not materialized (${rawRows(account_id, measures)}),
         ${addToSums(account_id, time_zone)} select`
  await sql`
    insert into report_zones values (${account_id}, ${time_zone}) on conflict (account_id) do update set time_zone = excluded.time_zone`
  return 0
}

/** Serialises rollups of a workspace until the transaction ends, and returns its time zone. */
async function lockAccount(sql: Sql, account_id: string): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reports:${account_id}`}, 0))`
  const [account] = await sql<{ time_zone: string }>`select time_zone from accounts where id = ${account_id}`
  return account?.time_zone
}

/** Adds the rows of `x`, for inboxes that still exist, to the rollups by day and to the coarser totals. */
function addToSums(account_id: string, time_zone: string): Part {
  return part`grouped as materialized (
      select x.inbox_id, x.measure, (x.at at time zone ${time_zone})::date as day, ${hourOf(part`x`, time_zone)} as hour, x.agent_id, x.dim,
             sum(x.count) as count, sum(x.seconds) as seconds
        from x join inboxes i on i.account_id = ${account_id} and i.id = x.inbox_id
       group by 1, 2, 3, 4, 5, 6
    ), by_day as (
      insert into report_counts as r (account_id, inbox_id, measure, day, hour, agent_id, dim, count, seconds)
      select ${account_id}::bigint, f.* from grouped f
      on conflict (account_id, inbox_id, measure, day, hour, agent_id, dim)
      do update set count = r.count + excluded.count, seconds = r.seconds + excluded.seconds
    ), totals as (
      insert into report_totals as r (account_id, inbox_id, grain, measure, day, hour, agent_id, dim, count, seconds)
      select ${account_id}::bigint, f.inbox_id, g.grain, f.measure, g.day, g.hour, g.agent_id, g.dim, sum(f.count), sum(f.seconds)
        from grouped f
       cross join lateral (values ('month', date_trunc('month', f.day)::date, f.hour, f.agent_id, ${weekdayOrDim(part`f`)}),
                                  ('day', f.day, 0::smallint, 0::bigint, '')) g (grain, day, hour, agent_id, dim)
       group by 2, 3, 4, 5, 6, 7, 8
      on conflict (account_id, inbox_id, grain, measure, day, hour, agent_id, dim)
      do update set count = r.count + excluded.count, seconds = r.seconds + excluded.seconds)`
}
