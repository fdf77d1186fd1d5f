import type { Money } from '#contract/records/report.ts'
import { money, rate, type Sum, total } from '#domains/reports/rules.ts'
import { toMedium, toOrigin } from '#domains/contacts/origins/rules.ts'

export type Origin = { source: string | null; medium: string | null; campaign: string | null }
export type OriginCount = Origin & { count: number }
export type Won = Origin & Sum

type AttributionCounts = {
  contacts: OriginCount[]
  leads: (OriginCount & { won: number })[]
  opportunities: OriginCount[]
  won: Won[]
}

export type AttributionRow = Origin & {
  contacts: number
  leads: number
  opportunities: number
  won: number
  revenue: Money
  lead_to_won: number | null
}

/** One row per origin, largest revenue first. Different spellings of an origin are merged. */
export function toAttribution(rows: AttributionCounts, currency: string): AttributionRow[] {
  const origins = new Map<string, Origin>()
  const keyOf = (row: Origin) => {
    const origin = normalise(row)
    const key = JSON.stringify([origin.source, origin.medium, origin.campaign])
    if (!origins.has(key)) origins.set(key, origin)
    return key
  }
  const contacts = Map.groupBy(rows.contacts, keyOf)
  const leads = Map.groupBy(rows.leads, keyOf)
  const opportunities = Map.groupBy(rows.opportunities, keyOf)
  const won = Map.groupBy(rows.won, keyOf)
  return [...origins]
    .map(([key, origin]) => ({
      ...origin,
      contacts: total(contacts.get(key) ?? [], 'count'),
      leads: total(leads.get(key) ?? [], 'count'),
      opportunities: total(opportunities.get(key) ?? [], 'count'),
      won: total(won.get(key) ?? [], 'count'),
      revenue: money(won.get(key) ?? [], currency),
      lead_to_won: rate(total(leads.get(key) ?? [], 'won'), total(leads.get(key) ?? [], 'count')),
    }))
    .sort(byRevenue)
}

function byRevenue(a: AttributionRow, b: AttributionRow): number {
  return (
    b.revenue.amount - a.revenue.amount ||
    b.won - a.won ||
    b.opportunities - a.opportunities ||
    b.leads - a.leads ||
    b.contacts - a.contacts ||
    sortKey(a).localeCompare(sortKey(b))
  )
}

function sortKey({ source, medium, campaign }: Origin): string {
  return [source, medium, campaign].map((each) => each ?? '').join('\n')
}

/** Origins are compared in lower case; source and medium also by their synonyms, without accents or spaces. */
function normalise({ source, medium, campaign }: Origin): Origin {
  return { source: toOrigin(source), medium: toMedium(medium), campaign: campaign?.trim().toLowerCase() || null }
}

export type SourceRow = { source: string | null; won: number; revenue: Money }

/** Won deals per source, largest revenue first. */
export function toSources(won: readonly Won[], currency: string): SourceRow[] {
  return [...Map.groupBy(won, (row) => toOrigin(row.source))]
    .map(([source, own]) => ({ source, won: total(own, 'count'), revenue: money(own, currency) }))
    .sort(
      (a, b) => b.revenue.amount - a.revenue.amount || b.won - a.won || (a.source ?? '').localeCompare(b.source ?? ''),
    )
}
