import type { Sql } from '#db/sql.ts'
import { reportRows, type Days, measures } from '#domains/reports/rollup/report-rows.ts'
import type { Actor, Context } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { type Count, countsOf, type Entry } from './history.ts'

export const ever: Days = { from: null, to: '2199-12-31' }

/** The context of an operation, for calling parts of reports directly. */
export function contextOf(
  { database, secret, config }: Runtime,
  actor: Actor,
  now = new Date(),
  sql: Sql = database.sql,
): Context {
  const silent = { emit: () => {}, signal: () => {}, checkUrl: () => undefined }
  return { operation: 'test', sql, actor, now, base_url: config.base_url, secret, undoSeconds: 10, ...silent }
}

/** The counts visible to the actor: by day, and by every key but the day, without zeros. */
export async function countedBy(ctx: Context, days: Days = ever, inbox_id?: string): Promise<string[]> {
  const [byDay, byKind] = await Promise.all([
    reportRows(ctx, 'day', measures, days, inbox_id),
    reportRows(ctx, 'kind', measures, days, inbox_id),
  ])
  const ofDays = await ctx.sql<Count>`
    select measure, day::text, inbox_id, 0 as hour, 0 as agent_id, '' as dim, sum(count)::int as count, sum(seconds)::int as seconds
      from (${byDay}) r group by 1, 2, 3`
  const ofKinds = await ctx.sql<Count>`
    select measure, '' as day, inbox_id, hour, agent_id, dim, sum(count)::int as count, sum(seconds)::int as seconds
      from (${byKind}) r group by 1, 3, 4, 5, 6`
  return keyed([...ofDays, ...ofKinds])
}

/** The sums including pending deltas. */
export async function storedOf(sql: Sql, account_id: string, time_zone: string): Promise<string[]> {
  return keyed(
    await sql<Count>`
      select measure, day::text, inbox_id, hour, agent_id, dim, sum(count)::int as count, sum(seconds)::int as seconds from (
        select measure, day, inbox_id, hour, agent_id, dim, count, seconds from report_counts where account_id = ${account_id}
        union all
        select d.measure, (d.at at time zone ${time_zone})::date, d.inbox_id,
               case when d.measure = 'incoming' then extract(hour from d.at at time zone ${time_zone}) else 0 end, d.agent_id, d.dim, d.count, d.seconds
          from report_deltas d join inboxes i on i.account_id = d.account_id and i.id = d.inbox_id where d.account_id = ${account_id}) r
       group by 1, 2, 3, 4, 5, 6`,
  )
}

type Talks = readonly { inbox_id: string; log: readonly Entry[] }[]

/** The expected sums, from a log of everything that happened. */
export function expectedSums(talks: Talks, zone: string): string[] {
  return keyed(talks.flatMap(({ inbox_id, log }) => countsOf(inbox_id, log, zone)))
}

/** The expected counts, from the same log. Incoming messages are split by day of the week. */
export function expectedOf(talks: Talks, zone: string, { from, to }: Days = ever): string[] {
  const rows = talks.flatMap(({ inbox_id, log }) => countsOf(inbox_id, log, zone))
  const selected = rows.filter(({ day }) => (from === null || day >= from) && day <= to)
  const weekday = (day: string) => `${new Date(`${day}T00:00:00Z`).getUTCDay() || 7}`
  return keyed([
    ...selected.map((row) => ({ ...row, hour: 0, agent_id: '0', dim: '' })),
    ...selected.map((row) => ({ ...row, day: '', dim: row.measure === 'incoming' ? weekday(row.day) : row.dim })),
  ])
}

/** One line for every key, in one order, so that two lists can be compared. */
function keyed(rows: readonly Count[]): string[] {
  const keyOf = (row: Count) =>
    [row.measure, row.day, row.hour, `inbox ${row.inbox_id}`, `agent ${row.agent_id}`, row.dim].join(' ')
  return [...Map.groupBy(rows, keyOf)]
    .map(([key, same]) => ({ key, count: total(same, 'count'), seconds: total(same, 'seconds') }))
    .filter(({ count, seconds }) => count !== 0 || seconds !== 0)
    .map(({ key, count, seconds }) => `${key}: ${count}, ${seconds} s`)
    .sort()
}

function total(rows: readonly Count[], field: 'count' | 'seconds'): number {
  return rows.reduce((sum, row) => sum + Number(row[field]), 0)
}
