import { addDays, startOfDay } from '#contract/periods.ts'
import type { Range } from '#contract/report-periods.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import { cycleDays } from '#domains/crm/opportunities/cycle-days.ts'
import { visibleTo } from '#domains/crm/records/columns.ts'
import type { Group } from './funnel-rules.ts'
import type { Reason } from './lost-reason-rules.ts'
import { inRange } from '#domains/reports/date-range.ts'
import type { Sum } from '#domains/reports/rules.ts'
import type { Context } from '#kernel/operation.ts'

/** Limits a report to a pipeline, or to contacts who first wrote to an inbox. */
export type Scope = { pipeline_id?: string | undefined; inbox_id?: string | undefined }

/** From clause of the opportunities (`o`) the caller may see, ending in its conditions. */
export function fromDeals(ctx: Context, { pipeline_id, inbox_id }: Scope): Part {
  return part`
    from opportunities o ${joinFirstInbox(part`o`, inbox_id)}
   where o.account_id = ${ctx.actor.account.id} ${visibleTo(ctx, part`o`)} ${inPipeline(part`o`, pipeline_id)}`
}

/** Joins the contact if the report is limited to an inbox. */
export function joinFirstInbox(of: Part, inbox_id: string | undefined): Part {
  if (inbox_id === undefined) return emptyPart
  return part`join contacts k on k.account_id = ${of}.account_id and k.id = ${of}.contact_id and k.first_inbox_id = ${inbox_id}`
}

export function inPipeline(of: Part, pipeline_id: string | undefined): Part {
  return pipeline_id === undefined ? emptyPart : part`and ${of}.pipeline_id = ${pipeline_id}`
}

/** Restricts to deals closed in the range, by close date. If the range ends during its last day, so do the deals of that day. */
export function closedIn({ actor }: Context, { from, to, end }: Range): Part {
  const first = from === null ? emptyPart : part`and o.actual_close_date >= ${from}::date`
  const isWhole = end >= startOfDay(addDays(to, 1), actor.account.time_zone)
  const last = isWhole ? emptyPart : part`and (o.actual_close_date < ${to}::date or o.closed_at < ${end})`
  return part`and o.status <> 'open' ${first} and o.actual_close_date <= ${to}::date ${last}`
}

/** Count and amount columns of a group with one currency. */
export const sumColumns = part`
  o.currency, count(*)::int as count, coalesce(sum(o.amount), 0) as amount, count(*) filter (where o.amount is null)::int as without_amount`

/** Opportunities created in the range, by current stage and reached stages. */
export function listCohort(ctx: Context, scope: Scope, range: Range): Promise<Group[]> {
  return ctx.sql<Group>`
    select o.stage_id, o.reached_stage_ids, o.last_open_stage_id, ${sumColumns}
      ${fromDeals(ctx, scope)} ${inRange(part`o.created_at`, range)}
     group by o.stage_id, o.reached_stage_ids, o.last_open_stage_id, o.currency`
}

export type ClosedSum = Sum & { status: 'won' | 'lost'; pipeline_id: string }

/** Deals won and lost in the range, by pipeline and currency. */
export function listClosed(ctx: Context, scope: Scope, range: Range): Promise<ClosedSum[]> {
  return ctx.sql<ClosedSum>`
    select o.status, o.pipeline_id, ${sumColumns} ${fromDeals(ctx, scope)} ${closedIn(ctx, range)} group by o.status, o.pipeline_id, o.currency`
}

export type Cycle = {
  status: 'won' | 'lost' | null
  mean: number
  median: number
  negative: number
}

/**
 * Days from creation to closing of deals closed in the range: won, lost and all. Negative cycles count as 0.
 */
export function listCycles(ctx: Context, scope: Scope, range: Range): Promise<Cycle[]> {
  const zone = ctx.actor.account.time_zone
  return ctx.sql<Cycle>`
    select d.status, avg(greatest(d.days, 0)) as mean, percentile_cont(0.5) within group (order by greatest(d.days, 0)) as median,
           count(*) filter (where d.days < 0)::int as negative
      from (
        select o.status,
               ${cycleDays(part`${zone}::text`)} as days
          ${fromDeals(ctx, scope)} ${closedIn(ctx, range)}) d
     group by grouping sets ((d.status), ()) having count(*) > 0`
}

/** Deals whose last reopening was in the range. */
export async function countReopened(ctx: Context, scope: Scope, range: Range): Promise<number> {
  const [row] = await ctx.sql<{ count: number }>`
    select count(*)::int as count ${fromDeals(ctx, scope)} and o.reopened_at is not null ${inRange(part`o.reopened_at`, range)}`
  return row!.count
}

export type OwnerSum = Sum & { owner_id: string | null; status: 'won' | 'lost' }

/** Deals won and lost in the range, by current owner. */
export function listClosedByOwner(ctx: Context, scope: Scope, range: Range): Promise<OwnerSum[]> {
  return ctx.sql<OwnerSum>`
    select o.owner_id, o.status, ${sumColumns} ${fromDeals(ctx, scope)} ${closedIn(ctx, range)} group by o.owner_id, o.status, o.currency`
}

export type Open = { owner_id: string | null; open: number; created: number }

/** Open deals by owner, and how many of these were created in the range. */
export function listOpenByOwner(ctx: Context, scope: Scope, range: Range): Promise<Open[]> {
  return ctx.sql<Open>`
    select o.owner_id, count(*)::int as open, count(*) filter (where true ${inRange(part`o.created_at`, range)})::int as created
      ${fromDeals(ctx, scope)} and o.status = 'open' group by o.owner_id`
}

/** Deals lost in the range, by the reason stored at closing. */
export function listLostByReason(ctx: Context, scope: Scope, range: Range): Promise<Reason[]> {
  return ctx.sql<Reason>`
    select nullif(btrim(o.lost_reason), '') as reason, ${sumColumns}
      ${fromDeals(ctx, scope)} ${closedIn(ctx, range)} and o.status = 'lost' group by 1, o.currency`
}
