import { startOfDay } from '#contract/periods.ts'
import { type Days, daysOf } from '#contract/report-periods.ts'
import { literal, nothing, part, type Part } from '#db/sql.ts'
import { seen } from '#domains/crm/shape.ts'
import { closedIn, deals, firstIn, sums, within } from '#domains/reports/deals.ts'
import type { Sum } from '#domains/reports/rules.ts'
import type { Context } from '#kernel/operation.ts'

/** How many contacts, leads or opportunities were made each day; nothing is told of days without any. */
export function listMade(
  ctx: Context,
  what: 'contacts' | 'leads' | 'opportunities',
  days: Days,
  inbox_id: string | undefined,
): Promise<{ day: string; count: number }[]> {
  const { id, time_zone } = ctx.actor.account
  const which =
    what === 'contacts'
      ? part`where x.account_id = ${id} ${firstWroteTo(inbox_id)}`
      : part`${firstIn(part`x`, inbox_id)} where x.account_id = ${id} ${seen(ctx, part`x`)}`
  // Each day is a stretch of the index: that is quicker than asking of every row which day it is of.
  const local = daysOf(days)
  const starts = local.map((day) => startOfDay(day, time_zone))
  return ctx.sql`
    select d.day, c.count
      from unnest(${local}::date[], ${starts}::timestamptz[], ${[...starts.slice(1), days.end]}::timestamptz[]) as d (day, begins, ends)
     cross join lateral (
       select count(*)::int as count from ${literal(what)} x ${which} and x.created_at >= d.begins and x.created_at < d.ends) c
     where c.count > 0`
}

export type WonDay = Sum & { day: string }

/** Deals that are won, on the day they were, each currency by itself. */
export function listWon(ctx: Context, days: Days, inbox_id: string | undefined): Promise<WonDay[]> {
  return ctx.sql<WonDay>`
    select o.actual_close_date as day, ${sums} ${deals(ctx, { inbox_id })} ${closedIn(ctx, days)} and o.status = 'won'
     group by o.actual_close_date, o.currency`
}

/** Where the contacts of these days come from: what they say, else the channel they first wrote by. The largest first. */
export function listSources(
  ctx: Context,
  days: Days,
  inbox_id: string | undefined,
  most: number,
): Promise<{ source: string; contacts: number }[]> {
  const { id } = ctx.actor.account
  return ctx.sql`
    select coalesce(g.origin_source, i.channel, 'directo') as source, sum(g.count)::int as contacts
      from (select x.origin_source, x.first_inbox_id, count(*) as count from contacts x
             where x.account_id = ${id} ${firstWroteTo(inbox_id)} ${within(part`x.created_at`, days)} group by 1, 2) g
      left join inboxes i on i.account_id = ${id} and i.id = g.first_inbox_id
     group by 1 order by 2 desc, 1 limit ${most}`
}

function firstWroteTo(inbox_id: string | undefined): Part {
  return inbox_id === undefined ? nothing : part`and x.first_inbox_id = ${inbox_id}`
}
