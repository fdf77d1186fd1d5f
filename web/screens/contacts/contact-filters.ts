import type { Filter } from '#contract/filters.ts'
import type { Input } from '#web/app/api.ts'
import { isDay, parseChoice, toTexts } from '#web/app/search-values.ts'
import { readCondition } from '#web/features/conditions/condition-param.ts'

/** The list's filters as URL parameters. */
export type ContactSearch = {
  q?: string
  label?: string | string[]
  period?: Period
  from?: string
  to?: string
  /** Whether contacts must have an open conversation. */
  open?: 'yes' | 'no'
  /** Conditions over any field: `city:contains:Bogotá`. */
  where?: string | string[]
  /** A saved view. */
  view?: string
  sort?: Sort
  /** The open contact's tab, and the filter of its history. */
  tab?: 'timeline'
  show?: TimelineFilter
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
  'last_activity_at',
  'company_name',
  '-company_name',
  'city',
  '-city',
  'email',
  '-email',
  'phone_number',
  '-phone_number',
] as const
export type TimelineFilter = (typeof timelineFilters)[number]
const timelineFilters = ['all', 'conversations', 'notes', 'sales', 'activities', 'contact'] as const

export type ContactFilters = Omit<ContactSearch, 'label' | 'where'> & { label?: string[]; where?: string[] }

/** Validates URL parameters; invalid ones are dropped. */
export function readContactFilters(search: ContactSearch): ContactFilters {
  const { q, period, from, to, view } = search
  const label = toTexts(search.label)
  const where = toTexts(search.where).filter((text) => readCondition(text))
  const known = periods.find((each) => each === period && each !== 'all_time')
  return {
    ...(q && { q: String(q) }),
    ...(label.length > 0 && { label }),
    ...(known && { period: known }),
    ...(known === 'custom' && isDay(from) && { from }),
    ...(known === 'custom' && isDay(to) && { to }),
    ...parseChoice('open', search.open, ['yes', 'no'] as const),
    ...(where.length > 0 && { where }),
    ...(view && /^\d+$/.test(String(view)) && { view: String(view) }),
    ...parseChoice('sort', search.sort, sorts),
    ...parseChoice('tab', search.tab, ['timeline'] as const),
    ...parseChoice('show', search.show, timelineFilters),
  }
}

/** The filters as operation input. A custom period without dates does not filter yet. */
export function toInput({ q, label, period, from, to, open, where = [], view }: ContactFilters) {
  const custom = period === 'custom'
  const filter = toFilter(where)
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

const toFilter = (where: string[]): Filter | undefined => {
  const all = where.flatMap((text) => readCondition(text) ?? [])
  return all.length > 0 ? { any: [{ all }] } : undefined
}

/** Whether the filters hide any contacts. */
export const isFiltered = (filters: ContactFilters) =>
  Object.keys(clearFilters(filters)).length < Object.keys(filters).length

/** Drops all filters; order and tab stay. */
export const clearFilters = ({ sort, tab, show }: ContactFilters): ContactFilters => ({
  ...(sort && { sort }),
  ...(tab && { tab }),
  ...(show && { show }),
})
