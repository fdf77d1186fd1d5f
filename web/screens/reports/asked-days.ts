import { addDays, countDays } from '#contract/periods.ts'
import { MOST_DAYS, periodOf, previousOf, type PeriodName, type Range } from '#contract/report-periods.ts'
import { USUAL_PERIOD, type Period, type ReportFilters } from './report-filters.ts'

export type Span = { from: string; to: string }

/** What a report is asked about: how the period is called, its days, and those it is compared with. */
export type AskedDays = { period: Period; days: { from: string | null; to: string }; before: Span | null }

/** Reads the period of an address in the account's time zone. Two days in the wrong order are meant the other way round. */
export function askedDays(filters: ReportFilters, now: Date, time_zone: string): AskedDays {
  const { period = USUAL_PERIOD, from, to } = filters
  const chosen = period === 'custom' ? between(from, to) : { period }
  const range = periodOf(chosen, now, time_zone, refuse)
  return { period, days: daysIn(range), before: toSpan(previousOf(range, now, time_zone)) }
}

/** The same for a report that is asked from day to day: it has a beginning, and compares with as many days before it. */
export function askedWindow(
  filters: ReportFilters,
  now: Date,
  time_zone: string,
): AskedDays & { days: Span; before: Span } {
  const known: ReportFilters = filters.period === 'all' ? { ...filters, period: LONGEST } : filters
  const { period, days } = askedDays(known, now, time_zone)
  const from = days.from! < addDays(days.to, 1 - MOST_DAYS) ? addDays(days.to, 1 - MOST_DAYS) : days.from!
  const before = { from: addDays(from, -countDays(from, days.to)), to: addDays(from, -1) }
  return { period, days: { from, to: days.to }, before }
}

// What stands for all where everything cannot be asked day by day.
const LONGEST: PeriodName = 'last_365_days'

function between(from: string | undefined, to: string | undefined) {
  const [first, last] = [from, to].filter((day) => day !== undefined).sort()
  if (first === undefined) return { period: USUAL_PERIOD } as const
  return last === undefined ? { date_from: first, date_to: first } : { date_from: first, date_to: last }
}

const daysIn = ({ from, to }: Range) => ({ from, to })
const toSpan = (range: Range | null) => (range?.from ? { from: range.from, to: range.to } : null)

const refuse = (_code: string, sentence: string): never => {
  throw new Error(sentence)
}
