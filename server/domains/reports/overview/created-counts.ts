import { startOfDay } from '#contract/periods.ts'
import { type Days, daysOf } from '#contract/report-periods.ts'
import { literal, emptyPart, part, type Part } from '#db/sql.ts'
import { whereContactVisible } from '#domains/access/visibility.ts'
import { toOrigin } from '#domains/contacts/origins/rules.ts'
import { visibleTo } from '#domains/crm/records/columns.ts'
import { inRange } from '#domains/reports/date-range.ts'
import { closedIn, fromDeals, joinFirstInbox, sumColumns } from '#domains/reports/sales/deals.ts'
import { type Sum, total } from '#domains/reports/rules.ts'
import type { Context } from '#kernel/operation.ts'

/** Contacts, leads or opportunities created per day; days without any are omitted. */
export function listCreatedByDay(
  ctx: Context,
  table: 'contacts' | 'leads' | 'opportunities',
  days: Days,
  inbox_id: string | undefined,
): Promise<{ day: string; count: number }[]> {
  const { id, time_zone } = ctx.actor.account
  const which =
    table === 'contacts'
      ? part`where x.account_id = ${id} ${whereContactVisible(ctx.actor, part`x`)} ${firstWroteTo(inbox_id)}`
      : part`${joinFirstInbox(part`x`, inbox_id)} where x.account_id = ${id} ${visibleTo(ctx, part`x`)}`
  // One index range per day is faster than converting the moment of every row.
  const local = daysOf(days)
  const starts = local.map((day) => startOfDay(day, time_zone))
  return ctx.sql`
    select d.day, c.count
      from unnest(${local}::date[], ${starts}::timestamptz[], ${[...starts.slice(1), days.end]}::timestamptz[]) as d (day, begins, ends)
     cross join lateral (
       select count(*)::int as count from ${literal(table)} x ${which} and x.created_at >= d.begins and x.created_at < d.ends) c
     where c.count > 0`
}

export type WonDay = Sum & { day: string }

/** Won deals per close date and currency. */
export function listWonByDay(ctx: Context, days: Days, inbox_id: string | undefined): Promise<WonDay[]> {
  return ctx.sql<WonDay>`
    select o.actual_close_date as day, ${sumColumns} ${fromDeals(ctx, { inbox_id })} ${closedIn(ctx, days)} and o.status = 'won'
     group by o.actual_close_date, o.currency`
}

/** Sources read before synonyms are added up. */
const MAX_SPELLINGS = 2000

type Source = { source: string; contacts: number }

/** Sources of new contacts: their own source, otherwise the channel they first wrote to; largest first. */
export async function listSources(
  ctx: Context,
  days: Days,
  inbox_id: string | undefined,
  limit: number,
): Promise<Source[]> {
  const { id } = ctx.actor.account
  const rows = await ctx.sql<Source>`
    select coalesce(g.origin_source, i.channel, 'directo') as source, sum(g.count)::int as contacts
      from (select x.origin_source, x.first_inbox_id, count(*) as count from contacts x
             where x.account_id = ${id} ${whereContactVisible(ctx.actor, part`x`)} ${firstWroteTo(inbox_id)} ${inRange(part`x.created_at`, days)} group by 1, 2) g
      left join inboxes i on i.account_id = ${id} and i.id = g.first_inbox_id
     group by 1 order by 2 desc, 1 limit ${MAX_SPELLINGS}`
  return [...Map.groupBy(rows, ({ source }) => toOrigin(source) ?? source)]
    .map(([source, own]) => ({ source, contacts: total(own, 'contacts') }))
    .sort((a, b) => b.contacts - a.contacts || (a.source < b.source ? -1 : 1))
    .slice(0, limit)
}

function firstWroteTo(inbox_id: string | undefined): Part {
  return inbox_id === undefined ? emptyPart : part`and x.first_inbox_id = ${inbox_id}`
}
