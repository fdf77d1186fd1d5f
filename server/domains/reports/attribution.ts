import type { Days } from '#contract/report-periods.ts'
import { nothing, part } from '#db/sql.ts'
import { seen } from '#domains/crm/shape.ts'
import { closedIn, deals, firstIn, sums, within } from '#domains/reports/deals.ts'
import type { Counted, Won } from '#domains/reports/attribution-rules.ts'
import type { Context } from '#kernel/operation.ts'

/** The contacts made in these days, by where they came from. */
export function contacts({ sql, actor }: Context, days: Days, inbox_id: string | undefined): Promise<Counted[]> {
  const first = inbox_id === undefined ? nothing : part`and k.first_inbox_id = ${inbox_id}`
  return sql<Counted>`
    select k.origin_source as source, k.origin_medium as medium, k.origin_campaign as campaign, count(*)::int as count
      from contacts k where k.account_id = ${actor.account.id} ${first} ${within(part`k.created_at`, days)} group by 1, 2, 3`
}

/** The leads made in these days, and how many of them have become opportunities that are won now. */
export function leads(ctx: Context, days: Days, inbox_id: string | undefined): Promise<(Counted & { won: number })[]> {
  return ctx.sql<Counted & { won: number }>`
    select l.utm_source as source, l.utm_medium as medium, l.utm_campaign as campaign, count(*)::int as count, count(o.id)::int as won
      from leads l ${firstIn(part`l`, inbox_id)}
      left join opportunities o on o.account_id = l.account_id and o.lead_id = l.id and o.status = 'won' ${seen(ctx, part`o`)}
     where l.account_id = ${ctx.actor.account.id} ${seen(ctx, part`l`)} ${within(part`l.created_at`, days)} group by 1, 2, 3`
}

/** The opportunities made in these days. */
export function opportunities(ctx: Context, days: Days, inbox_id: string | undefined): Promise<Counted[]> {
  return ctx.sql<Counted>`
    select o.utm_source as source, o.utm_medium as medium, o.utm_campaign as campaign, count(*)::int as count
      ${deals(ctx, { inbox_id })} ${within(part`o.created_at`, days)} group by 1, 2, 3`
}

/** The opportunities won in these days. */
export function won(ctx: Context, days: Days, inbox_id: string | undefined): Promise<Won[]> {
  return ctx.sql<Won>`
    select o.utm_source as source, o.utm_medium as medium, o.utm_campaign as campaign, ${sums}
      ${deals(ctx, { inbox_id })} ${closedIn(ctx, days)} and o.status = 'won' group by 1, 2, 3, o.currency`
}
