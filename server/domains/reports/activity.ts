import type { Conversation } from '#contract/records/conversation.ts'
import { counted, type Days, type Measure } from '#domains/reports/counts.ts'
import type { Context } from '#kernel/operation.ts'

export type DayCount = { measure: Measure; day: string; count: number }

/** How much of each there was, day by day; nothing is told of days without any. */
export async function listDayCounts(
  ctx: Context,
  wanted: readonly Measure[],
  days: Days,
  inbox_id: string | undefined,
): Promise<DayCount[]> {
  const rows = await counted(ctx, 'day', wanted, days, inbox_id)
  return ctx.sql<DayCount>`
    select measure, day, sum(count)::int as count from (${rows}) r group by 1, 2 having sum(count) <> 0`
}

export type Share = Pick<Conversation, 'status' | 'priority' | 'channel'> & { count: number }

/** Conversations made on these days by what they are now, and by the channel of their inbox. */
export async function listShares(ctx: Context, days: Days, inbox_id: string | undefined): Promise<Share[]> {
  const rows = await counted(ctx, 'kind', ['created'], days, inbox_id)
  return ctx.sql<Share>`
    select split_part(g.dim, '/', 1) as status, split_part(g.dim, '/', 2) as priority, i.channel, sum(g.count)::int as count
      from (select dim, inbox_id, sum(count) as count from (${rows}) r group by 1, 2) g
      join inboxes i on i.account_id = ${ctx.actor.account.id} and i.id = g.inbox_id
     group by 1, 2, 3 having sum(g.count) <> 0`
}

/** How often customers wrote in each hour of the week; 1 is Monday. */
export async function listHours(
  ctx: Context,
  days: Days,
  inbox_id: string | undefined,
): Promise<{ weekday: number; hour: number; count: number }[]> {
  const rows = await counted(ctx, 'kind', ['incoming'], days, inbox_id)
  return ctx.sql`
    select dim::int as weekday, hour::int as hour, sum(count)::int as count from (${rows}) r group by 1, 2`
}

/** How much of each there was in all, and of which kind. */
export async function listTotals(
  ctx: Context,
  wanted: readonly Measure[],
  days: Days,
  inbox_id: string | undefined,
): Promise<{ measure: Measure; dim: string; count: number }[]> {
  const rows = await counted(ctx, 'kind', wanted, days, inbox_id)
  return ctx.sql`select measure, dim, sum(count)::int as count from (${rows}) r group by 1, 2 having sum(count) <> 0`
}

export type AgentCount = { measure: Measure; agent_id: string; count: number; resolved: number; seconds: number }

/** How much of each is whose. */
export async function listAgentCounts(
  ctx: Context,
  wanted: readonly Measure[],
  days: Days,
  inbox_id: string | undefined,
): Promise<AgentCount[]> {
  const rows = await counted(ctx, 'kind', wanted, days, inbox_id)
  return ctx.sql<AgentCount>`
    select measure, agent_id, sum(count)::int as count, coalesce(sum(count) filter (where dim = 'resolved'), 0)::int as resolved,
           sum(seconds)::float8 as seconds
      from (${rows}) r group by 1, 2 having sum(count) <> 0`
}
