import { addDays, startOfDay } from '#contract/periods.ts'
import type { Range } from '#contract/report-periods.ts'
import { nothing, part, type Part } from '#db/sql.ts'
import { seen } from '#domains/crm/shape.ts'
import type { Group } from '#domains/reports/funnel-rules.ts'
import type { Reason } from '#domains/reports/reason-rules.ts'
import type { Sum } from '#domains/reports/rules.ts'
import type { Context } from '#kernel/operation.ts'

/** What a report is narrowed to: a pipeline, or those whose contact first wrote to an inbox. */
export type Scope = { pipeline_id?: string | undefined; inbox_id?: string | undefined }

/** Which opportunities (`o`) there are for the caller, as far as `where` goes. */
export function deals(ctx: Context, { pipeline_id, inbox_id }: Scope): Part {
  return part`
    from opportunities o ${firstIn(part`o`, inbox_id)}
   where o.account_id = ${ctx.actor.account.id} ${seen(ctx, part`o`)} ${ofPipeline(part`o`, pipeline_id)}`
}

/** The contact of a lead or an opportunity, where it matters which inbox they first wrote to. */
export function firstIn(of: Part, inbox_id: string | undefined): Part {
  if (inbox_id === undefined) return nothing
  return part`join contacts k on k.account_id = ${of}.account_id and k.id = ${of}.contact_id and k.first_inbox_id = ${inbox_id}`
}

export function ofPipeline(of: Part, pipeline_id: string | undefined): Part {
  return pipeline_id === undefined ? nothing : part`and ${of}.pipeline_id = ${pipeline_id}`
}

/** Whether a moment lies in the range. */
export function within(moment: Part, { start, end }: Pick<Range, 'start' | 'end'>): Part {
  return part`${start === null ? nothing : part`and ${moment} >= ${start}`} and ${moment} < ${end}`
}

/** Whether a deal was closed in the range, by its day. Where the range ends within its last day, so does what was closed on it. */
export function closedIn({ actor }: Context, { from, to, end }: Range): Part {
  const first = from === null ? nothing : part`and o.actual_close_date >= ${from}::date`
  const isWhole = end >= startOfDay(addDays(to, 1), actor.account.time_zone)
  const last = isWhole ? nothing : part`and (o.actual_close_date < ${to}::date or o.closed_at < ${end})`
  return part`and o.status <> 'open' ${first} and o.actual_close_date <= ${to}::date ${last}`
}

/** How many, and what they are worth, as columns of a group of one currency. */
export const sums = part`
  o.currency, count(*)::int as count, coalesce(sum(o.amount), 0) as amount, count(*) filter (where o.amount is null)::int as without_amount`

/** The opportunities made in the range, by where they are and how far they came. */
export function cohort(ctx: Context, scope: Scope, range: Range): Promise<Group[]> {
  return ctx.sql<Group>`
    select o.stage_id, o.reached_stage_ids, o.last_open_stage_id, ${sums}
      ${deals(ctx, scope)} ${within(part`o.created_at`, range)}
     group by o.stage_id, o.reached_stage_ids, o.last_open_stage_id, o.currency`
}

export type Closed = Sum & { status: 'won' | 'lost'; pipeline_id: string }

/** What was won and lost in the range, by pipeline and currency. */
export function closed(ctx: Context, scope: Scope, range: Range): Promise<Closed[]> {
  return ctx.sql<Closed>`
    select o.status, o.pipeline_id, ${sums} ${deals(ctx, scope)} ${closedIn(ctx, range)} group by o.status, o.pipeline_id, o.currency`
}

export type Cycle = {
  status: 'won' | 'lost' | null
  mean: number
  median: number
  negative: number
}

/**
 * How many days deals closed in the range had taken, won ones, lost ones and all: by the clock, or by the calendar where the
 * day of closing was put in by hand. One that would have been closed before it was made took none.
 */
export function cycles(ctx: Context, scope: Scope, range: Range): Promise<Cycle[]> {
  const zone = ctx.actor.account.time_zone
  return ctx.sql<Cycle>`
    select d.status, avg(greatest(d.days, 0)) as mean, percentile_cont(0.5) within group (order by greatest(d.days, 0)) as median,
           count(*) filter (where d.days < 0)::int as negative
      from (
        select o.status,
               case when (o.closed_at at time zone ${zone})::date = o.actual_close_date
                    then date_part('epoch', o.closed_at - o.created_at) / 86400
                    else o.actual_close_date - (o.created_at at time zone ${zone})::date end as days
          ${deals(ctx, scope)} ${closedIn(ctx, range)}) d
     group by grouping sets ((d.status), ()) having count(*) > 0`
}

/** How many deals were last opened again in the range. */
export async function reopened(ctx: Context, scope: Scope, range: Range): Promise<number> {
  const [row] = await ctx.sql<{ count: number }>`
    select count(*)::int as count ${deals(ctx, scope)} and o.reopened_at is not null ${within(part`o.reopened_at`, range)}`
  return row!.count
}

export type Owned = Sum & { owner_id: string | null; status: 'won' | 'lost' }

/** What was won and lost in the range, by whose it is now. */
export function closedByOwner(ctx: Context, scope: Scope, range: Range): Promise<Owned[]> {
  return ctx.sql<Owned>`
    select o.owner_id, o.status, ${sums} ${deals(ctx, scope)} ${closedIn(ctx, range)} group by o.owner_id, o.status, o.currency`
}

export type Open = { owner_id: string | null; open: number; created: number }

/** What is open now, whenever it was made, and how much of it was made in the range. */
export function openByOwner(ctx: Context, scope: Scope, range: Range): Promise<Open[]> {
  return ctx.sql<Open>`
    select o.owner_id, count(*)::int as open, count(*) filter (where true ${within(part`o.created_at`, range)})::int as created
      ${deals(ctx, scope)} and o.status = 'open' group by o.owner_id`
}

/** What was lost in the range, by the reason kept then. */
export function lostByReason(ctx: Context, scope: Scope, range: Range): Promise<Reason[]> {
  return ctx.sql<Reason>`
    select nullif(btrim(o.lost_reason), '') as reason, ${sums}
      ${deals(ctx, scope)} ${closedIn(ctx, range)} and o.status = 'lost' group by 1, o.currency`
}
