import type { Conversation } from '#contract/records/conversation.ts'
import { reportRows, type Days, type Measure } from '#domains/reports/rollup/report-rows.ts'
import type { Context } from '#kernel/operation.ts'

export type DayCount = { measure: Measure; day: string; count: number }

/** Counts per measure and day; days without any are omitted. */
export async function listDayCounts(
  ctx: Context,
  wanted: readonly Measure[],
  days: Days,
  inbox_id: string | undefined,
): Promise<DayCount[]> {
  const rows = await reportRows(ctx, 'day', wanted, days, inbox_id)
  return ctx.sql<DayCount>`
    select measure, day, sum(count)::int as count from (${rows}) r group by 1, 2 having sum(count) <> 0`
}

export type CreatedGroup = Pick<Conversation, 'status' | 'priority' | 'channel'> & { count: number }

/** Conversations created on these days by current status, priority and channel. */
export async function listCreatedGroups(
  ctx: Context,
  days: Days,
  inbox_id: string | undefined,
): Promise<CreatedGroup[]> {
  const rows = await reportRows(ctx, 'kind', ['created'], days, inbox_id)
  return ctx.sql<CreatedGroup>`
    select split_part(g.dim, '/', 1) as status, split_part(g.dim, '/', 2) as priority, i.channel, sum(g.count)::int as count
      from (select dim, inbox_id, sum(count) as count from (${rows}) r group by 1, 2) g
      join inboxes i on i.account_id = ${ctx.actor.account.id} and i.id = g.inbox_id
     group by 1, 2, 3 having sum(g.count) <> 0`
}

/** Incoming messages per hour of the week; weekday 1 is Monday. */
export async function listWeekHours(
  ctx: Context,
  days: Days,
  inbox_id: string | undefined,
): Promise<{ weekday: number; hour: number; count: number }[]> {
  const rows = await reportRows(ctx, 'kind', ['incoming'], days, inbox_id)
  return ctx.sql`
    select dim::int as weekday, hour::int as hour, sum(count)::int as count from (${rows}) r group by 1, 2`
}

/** Counts per measure and dim. */
export async function listTotals(
  ctx: Context,
  wanted: readonly Measure[],
  days: Days,
  inbox_id: string | undefined,
): Promise<{ measure: Measure; dim: string; count: number }[]> {
  const rows = await reportRows(ctx, 'kind', wanted, days, inbox_id)
  return ctx.sql`select measure, dim, sum(count)::int as count from (${rows}) r group by 1, 2 having sum(count) <> 0`
}

export type AgentCount = { measure: Measure; agent_id: string; count: number; resolved: number; seconds: number }

/** Counts per measure and agent. */
export async function listAgentCounts(
  ctx: Context,
  wanted: readonly Measure[],
  days: Days,
  inbox_id: string | undefined,
): Promise<AgentCount[]> {
  const rows = await reportRows(ctx, 'kind', wanted, days, inbox_id)
  return ctx.sql<AgentCount>`
    select measure, agent_id, sum(count)::int as count, coalesce(sum(count) filter (where dim = 'resolved'), 0)::int as resolved,
           sum(seconds)::float8 as seconds
      from (${rows}) r group by 1, 2 having sum(count) <> 0`
}
