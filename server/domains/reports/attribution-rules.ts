import type { Money } from '#contract/records/report.ts'
import { money, rate, type Sum } from '#domains/reports/rules.ts'
import { folded } from '#kernel/reference.ts'

export type Origin = { source: string | null; medium: string | null; campaign: string | null }
export type Counted = Origin & { count: number }
export type Won = Origin & Sum

type Found = { contacts: Counted[]; leads: (Counted & { won: number })[]; opportunities: Counted[]; won: Won[] }

export type Attributed = Origin & {
  contacts: number
  leads: number
  opportunities: number
  won: number
  revenue: Money
  lead_to_won: number | null
}

/** What came from each origin, what brought most in first. What is written another way but means the same is one origin. */
export function attribution(found: Found, currency: string): Attributed[] {
  const origins = new Map<string, Origin>()
  const note = (row: Origin) => {
    const origin = asOne(row)
    const key = JSON.stringify([origin.source, origin.medium, origin.campaign])
    if (!origins.has(key)) origins.set(key, origin)
    return key
  }
  const contacts = Map.groupBy(found.contacts, note)
  const leads = Map.groupBy(found.leads, note)
  const opportunities = Map.groupBy(found.opportunities, note)
  const won = Map.groupBy(found.won, note)
  return [...origins]
    .map(([key, origin]) => ({
      ...origin,
      contacts: add(contacts.get(key), 'count'),
      leads: add(leads.get(key), 'count'),
      opportunities: add(opportunities.get(key), 'count'),
      won: add(won.get(key), 'count'),
      revenue: money(won.get(key) ?? [], currency),
      lead_to_won: rate(add(leads.get(key), 'won'), add(leads.get(key), 'count')),
    }))
    .sort(most)
}

function most(a: Attributed, b: Attributed): number {
  return (
    b.revenue.amount - a.revenue.amount ||
    b.won - a.won ||
    b.opportunities - a.opportunities ||
    b.leads - a.leads ||
    b.contacts - a.contacts ||
    shown(a).localeCompare(shown(b))
  )
}

function shown({ source, medium, campaign }: Origin): string {
  return [source, medium, campaign].map((each) => each ?? '').join('\n')
}

/** Leads and contacts are compared as machines write them: in small letters, source and medium without accents or spaces. */
function asOne({ source, medium, campaign }: Origin): Origin {
  return { source: plain(source), medium: plain(medium), campaign: campaign?.trim().toLowerCase() || null }
}

function plain(text: string | null): string | null {
  return (text && folded(text).replace(/\s+/g, '_')) || null
}

export type FromSource = { source: string | null; won: number; revenue: Money }

/** What was won from each source, what brought most in first. */
export function bySource(won: readonly Won[], currency: string): FromSource[] {
  return [...Map.groupBy(won, (row) => plain(row.source))]
    .map(([source, own]) => ({ source, won: add(own, 'count'), revenue: money(own, currency) }))
    .sort(
      (a, b) => b.revenue.amount - a.revenue.amount || b.won - a.won || (a.source ?? '').localeCompare(b.source ?? ''),
    )
}

export function add<K extends string>(rows: readonly Record<K, number>[] | undefined, field: K): number {
  return (rows ?? []).reduce((sum, row) => sum + row[field], 0)
}
