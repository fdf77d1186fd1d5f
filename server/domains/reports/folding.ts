import { transaction } from '#db/database.ts'
import { bind, part, type Part, type Sql } from '#db/sql.ts'
import { hourOf, measures, truth, weekdayOr } from '#domains/reports/counts.ts'
import type { Runtime } from '#kernel/runtime.ts'

const AT_ONCE = 50_000
const SOMETIMES = '1 minute'

/** When what was counted since is next added to the sums. Sums of another time zone are made anew at once. */
export function nextFold(sql: Sql): Promise<{ at: string | null }[]> {
  return sql`
    select least(
      (select noted_at + ${SOMETIMES}::interval from report_deltas order by account_id, id limit 1),
      (select min(now()) from report_zones z join accounts a on a.id = z.account_id where z.time_zone <> a.time_zone)) as at`
}

/** Adds to the sums what was counted since, of every workspace. */
export async function foldReports(runtime: Runtime): Promise<void> {
  const waiting = await runtime.database.sql<{ id: string }>`
    select a.id from accounts a left join report_zones z on z.account_id = a.id
     where z.time_zone <> a.time_zone or exists (select from report_deltas d where d.account_id = a.id)`
  for (const { id } of waiting) while ((await fold(runtime, id)) === AT_ONCE);
}

/** Adds up some of it, and answers how much that was. What is taken out and what is put in is one statement, so nothing is counted twice. */
async function fold(runtime: Runtime, account_id: string): Promise<number> {
  return transaction(runtime.database.work, async (sql, client) => {
    const time_zone = await hold(sql, account_id)
    if (time_zone === undefined) return 0
    const [known] = await sql<{ time_zone: string }>`
      insert into report_zones values (${account_id}, ${time_zone})
      on conflict (account_id) do update set account_id = excluded.account_id returning time_zone`
    if (known!.time_zone !== time_zone) return rebuild(bind(client, undefined, 0), account_id, time_zone)
    const [taken] = await sql<{ count: number }>`
      with x as (
        delete from report_deltas where account_id = ${account_id} and id in (
          select id from report_deltas where account_id = ${account_id} order by id limit ${AT_ONCE})
        returning *
      ), ${added(account_id, time_zone)} select count(*)::int as count from x`
    return taken!.count
  })
}

/** Makes the sums of a workspace anew from what they are sums of. */
export async function rebuildReports(runtime: Runtime, account_id: string): Promise<void> {
  await transaction(runtime.database.work, async (sql, client) => {
    const time_zone = await hold(sql, account_id)
    if (time_zone !== undefined) await rebuild(bind(client, undefined, 0), account_id, time_zone)
  })
}

/** What waits to be added is part of the truth that is read in the same statement, and so is dropped. It may take minutes. */
async function rebuild(sql: Sql, account_id: string, time_zone: string): Promise<number> {
  await sql`set local statement_timeout = 0`
  await sql`set local work_mem = '256MB'`
  await sql`delete from report_counts where account_id = ${account_id}`
  await sql`delete from report_totals where account_id = ${account_id}`
  await sql`
    with dropped as (delete from report_deltas where account_id = ${account_id}), x as not materialized (${truth(account_id, measures)}),
         ${added(account_id, time_zone)} select`
  await sql`
    insert into report_zones values (${account_id}, ${time_zone}) on conflict (account_id) do update set time_zone = excluded.time_zone`
  return 0
}

/** One at a time in a workspace, for as long as the transaction lasts. Answers the workspace's time zone. */
async function hold(sql: Sql, account_id: string): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reports:${account_id}`}, 0))`
  const [account] = await sql<{ time_zone: string }>`select time_zone from accounts where id = ${account_id}`
  return account?.time_zone
}

/** What is counted in `x`, of inboxes that are still there, put into the sums: by day, and in the larger pieces. */
function added(account_id: string, time_zone: string): Part {
  return part`fine as materialized (
      select x.inbox_id, x.measure, (x.at at time zone ${time_zone})::date as day, ${hourOf(part`x`, time_zone)} as hour, x.agent_id, x.dim,
             sum(x.count) as count, sum(x.seconds) as seconds
        from x join inboxes i on i.account_id = ${account_id} and i.id = x.inbox_id
       group by 1, 2, 3, 4, 5, 6
    ), by_day as (
      insert into report_counts as r (account_id, inbox_id, measure, day, hour, agent_id, dim, count, seconds)
      select ${account_id}::bigint, f.* from fine f
      on conflict (account_id, inbox_id, measure, day, hour, agent_id, dim)
      do update set count = r.count + excluded.count, seconds = r.seconds + excluded.seconds
    ), larger as (
      insert into report_totals as r (account_id, inbox_id, grain, measure, day, hour, agent_id, dim, count, seconds)
      select ${account_id}::bigint, f.inbox_id, g.grain, f.measure, g.day, g.hour, g.agent_id, g.dim, sum(f.count), sum(f.seconds)
        from fine f
       cross join lateral (values ('month', date_trunc('month', f.day)::date, f.hour, f.agent_id, ${weekdayOr(part`f`)}),
                                  ('day', f.day, 0::smallint, 0::bigint, '')) g (grain, day, hour, agent_id, dim)
       group by 2, 3, 4, 5, 6, 7, 8
      on conflict (account_id, inbox_id, grain, measure, day, hour, agent_id, dim)
      do update set count = r.count + excluded.count, seconds = r.seconds + excluded.seconds)`
}
