import type { Filter } from '#contract/filters.ts'
import type { Input } from '#web/api.ts'
import { readCondition } from '#web/screens/inbox/conversation-filters.ts'

/** What the list shows, as it stands in the address. */
export type ContactFilters = {
  q?: string
  label?: string | string[]
  period?: Period
  from?: string
  to?: string
  /** With an open conversation, or without one. */
  open?: 'yes' | 'no'
  /** Conditions over any field: `city:contains:Bogotá`. */
  where?: string | string[]
  /** A saved view. */
  view?: string
  sort?: Sort
  /** Of the contact that is open: what is shown of it, and what of its history. */
  tab?: 'timeline'
  show?: TimelineShown
}
export type Period = (typeof periods)[number]
export const periods = ['all_time', 'today', 'week', 'month', 'custom'] as const
export type Sort = (typeof sorts)[number]
export const sorts = [
  '-created_at',
  'created_at',
  'name',
  '-name',
  '-last_activity_at',
  'company_name',
  'city',
] as const
export type TimelineShown = (typeof shown)[number]
const shown = ['all', 'conversations', 'notes', 'sales', 'activities', 'contact'] as const

export type Kept = Omit<ContactFilters, 'label' | 'where'> & { label?: string[]; where?: string[] }

/** Reads an address that anyone may have typed: what makes no sense is left out. */
export function readFilters(search: ContactFilters): Kept {
  const { q, period, from, to, view } = search
  const label = texts(search.label)
  const where = texts(search.where).filter((text) => readCondition(text))
  const known = periods.find((each) => each === period && each !== 'all_time')
  return {
    ...(q && { q: String(q) }),
    ...(label.length > 0 && { label }),
    ...(known && { period: known }),
    ...(known === 'custom' && isDay(from) && { from }),
    ...(known === 'custom' && isDay(to) && { to }),
    ...one('open', search.open, ['yes', 'no'] as const),
    ...(where.length > 0 && { where }),
    ...(view && /^\d+$/.test(String(view)) && { view: String(view) }),
    ...one('sort', search.sort, sorts),
    ...one('tab', search.tab, ['timeline'] as const),
    ...one('show', search.show, shown),
  }
}

/** The same, as the operations ask for it. An unfinished custom period does not filter yet. */
export function asInput({ q, label, period, from, to, open, where = [], view }: Kept) {
  const custom = period === 'custom'
  const filter = asFilter(where)
  return {
    ...(q && { query: q }),
    ...(label && { labels: label }),
    ...(period && !custom && { period }),
    ...(custom && (from || to) && { period }),
    ...(custom && from && { date_from: from }),
    ...(custom && to && { date_to: to }),
    ...(open && { has_open_conversation: open === 'yes' }),
    ...(filter && { filter }),
    ...(view && { view_id: view }),
  } satisfies Input<'export_contacts'>
}

const asFilter = (where: string[]): Filter | undefined => {
  const all = where.flatMap((text) => readCondition(text) ?? [])
  return all.length > 0 ? { any: [{ all }] } : undefined
}

/** Whether some contacts are left out. */
export const isFiltered = (filters: Kept) => Object.keys(cleared(filters)).length < Object.keys(filters).length

/** The same list with nothing left out. */
export const cleared = ({ sort, tab, show }: Kept): Kept => ({
  ...(sort && { sort }),
  ...(tab && { tab }),
  ...(show && { show }),
})

const texts = (given: unknown): string[] => [given ?? []].flat().map(String).filter(Boolean)

/** A choice an address names, if there is such a one. */
function one<K extends string, T extends string>(key: K, given: unknown, choices: readonly T[]): { [_ in K]?: T } {
  const known = choices.find((choice) => choice === given)
  return (known ? { [key]: known } : {}) as { [_ in K]?: T }
}

const isDay = (text: unknown): text is string => typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text)
