import { period_names } from '#contract/report-periods.ts'

/** What the reports are about, as it stands in the address. One address serves all of them: each takes what it can. */
export type ReportFilters = {
  period?: Period
  from?: string
  to?: string
  /** Only said where nothing is to be compared. */
  compare?: 'off'
  /** An inbox, by id. */
  inbox?: string
  /** A pipeline, by name. */
  pipeline?: string
  /** A person, by id; `none` for what is nobody's. */
  agent?: string
  source?: string
  /** Which figures of the overview are drawn. */
  talk?: string
  sale?: string
}
export type Period = (typeof periods)[number]
export const periods = [...period_names, 'custom'] as const
export const USUAL_PERIOD = 'last_30_days'

/** Reads an address that anyone may have typed: what makes no sense is left out. */
export function readReportFilters(search: ReportFilters): ReportFilters {
  const period = periods.find((each) => each === search.period && each !== USUAL_PERIOD)
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

const isId = (value: unknown): value is string => typeof value === 'string' && /^\d{1,18}$/.test(value)

/** A day there is, in the years the server reports on. */
const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^(19|20|21)\d\d-\d\d-\d\d$/.test(value) &&
  new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value)
