import { period_names } from '#contract/report-periods.ts'

/** Report filters in the address. All reports share them; each applies those it supports. */
export type ReportFilters = {
  period?: Period
  from?: string
  to?: string
  /** Comparison is on unless the address turns it off. */
  compare?: 'off'
  /** An inbox, by id. */
  inbox?: string
  /** A pipeline, by name. */
  pipeline?: string
  /** An agent, by id; `none` for unassigned records. */
  agent?: string
  source?: string
  /** The charted figures of the overview. */
  talk?: string
  sale?: string
}
export type Period = (typeof periods)[number]
export const periods = [...period_names, 'custom'] as const
export const DEFAULT_PERIOD = 'last_30_days'

/** Reads filters from an address and drops invalid values. */
export function readReportFilters(search: ReportFilters): ReportFilters {
  const period = periods.find((each) => each === search.period && each !== DEFAULT_PERIOD)
  return {
    ...(period && { period }),
    ...(period === 'custom' && isDay(search.from) && { from: search.from }),
    ...(period === 'custom' && isDay(search.to) && { to: search.to }),
    ...(search.compare === 'off' && { compare: 'off' }),
    ...(isId(search.inbox) && { inbox: search.inbox }),
    ...text('pipeline', search.pipeline),
    ...((isId(search.agent) || search.agent === 'none') && { agent: search.agent }),
    ...text('source', search.source),
    ...text('talk', search.talk),
    ...text('sale', search.sale),
  }
}

const text = (key: 'pipeline' | 'source' | 'talk' | 'sale', value: unknown) =>
  typeof value === 'string' && value.trim() ? { [key]: value } : {}

export const isId = (value: unknown): value is string => typeof value === 'string' && /^\d{1,18}$/.test(value)

/** A real calendar day in the years the server reports on. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^(19|20|21)\d\d-\d\d-\d\d$/.test(value) &&
  new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value)
