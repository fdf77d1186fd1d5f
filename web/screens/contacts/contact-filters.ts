import type { Input } from '#web/api.ts'

/** What the list shows, as it stands in the address. */
export type ContactFilters = {
  q?: string
  label?: string | string[]
  period?: Period
  from?: string
  to?: string
}
export type Period = (typeof periods)[number]
export const periods = ['all_time', 'today', 'week', 'month', 'custom'] as const

type Kept = Omit<ContactFilters, 'label'> & { label?: string[] }

/** Reads an address that anyone may have typed: what makes no sense is left out. */
export function readFilters({ q, label, period, from, to }: ContactFilters): Kept {
  const labels = [label ?? []].flat().map(String)
  const known = periods.find((each) => each === period && each !== 'all_time')
  return {
    ...(q && { q: String(q) }),
    ...(labels.length > 0 && { label: labels }),
    ...(known && { period: known }),
    ...(known === 'custom' && isDay(from) && { from }),
    ...(known === 'custom' && isDay(to) && { to }),
  }
}

/** The same, as the operations ask for it. An unfinished custom period does not filter yet. */
export function asInput({ q, label, period, from, to }: Kept) {
  const custom = period === 'custom'
  return {
    ...(q && { query: q }),
    ...(label && { labels: label }),
    ...(period && !custom && { period }),
    ...(custom && (from || to) && { period }),
    ...(custom && from && { date_from: from }),
    ...(custom && to && { date_to: to }),
  } satisfies Input<'search_contacts'>
}

export const isFiltered = (filters: Kept) => Object.keys(filters).length > 0

const isDay = (text: unknown): text is string => typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text)
