import type { Days } from '#contract/report-periods.ts'
import { emptyPart, part } from '#db/sql.ts'
import { whereContactVisible } from '#domains/access/visibility.ts'
import { visibleTo } from '#domains/crm/records/columns.ts'
import { inRange } from '#domains/reports/date-range.ts'
import { closedIn, fromDeals, joinFirstInbox, sumColumns } from './deals.ts'
import type { OriginCount, Won } from './attribution-rules.ts'
import type { Context } from '#kernel/operation.ts'

/** Contacts created on these days, by origin. */
export function countContacts(
  { sql, actor }: Context,
  days: Days,
  inbox_id: string | undefined,
): Promise<OriginCount[]> {
  const first = inbox_id === undefined ? emptyPart : part`and k.first_inbox_id = ${inbox_id}`
  return sql<OriginCount>`
    select k.origin_source as source, k.origin_medium as medium, k.origin_campaign as campaign, count(*)::int as count
      from contacts k
     where k.account_id = ${actor.account.id} ${whereContactVisible(actor, part`k`)} ${first} ${inRange(part`k.created_at`, days)}
     group by 1, 2, 3`
}

/** Leads created on these days by origin, and how many of these are won by now. */
export function countLeads(
  ctx: Context,
  days: Days,
  inbox_id: string | undefined,
): Promise<(OriginCount & { won: number })[]> {
  return ctx.sql<OriginCount & { won: number }>`
    select l.utm_source as source, l.utm_medium as medium, l.utm_campaign as campaign, count(*)::int as count, count(o.id)::int as won
      from leads l ${joinFirstInbox(part`l`, inbox_id)}
      left join opportunities o on o.account_id = l.account_id and o.lead_id = l.id and o.status = 'won' ${visibleTo(ctx, part`o`)}
     where l.account_id = ${ctx.actor.account.id} ${visibleTo(ctx, part`l`)} ${inRange(part`l.created_at`, days)} group by 1, 2, 3`
}

/** Opportunities created on these days, by origin. */
export function countOpportunities(ctx: Context, days: Days, inbox_id: string | undefined): Promise<OriginCount[]> {
  return ctx.sql<OriginCount>`
    select o.utm_source as source, o.utm_medium as medium, o.utm_campaign as campaign, count(*)::int as count
      ${fromDeals(ctx, { inbox_id })} ${inRange(part`o.created_at`, days)} group by 1, 2, 3`
}

/** Opportunities won on these days, by origin and currency. */
export function sumWon(ctx: Context, days: Days, inbox_id: string | undefined): Promise<Won[]> {
  return ctx.sql<Won>`
    select o.utm_source as source, o.utm_medium as medium, o.utm_campaign as campaign, ${sumColumns}
      ${fromDeals(ctx, { inbox_id })} ${closedIn(ctx, days)} and o.status = 'won' group by 1, 2, 3, o.currency`
}
