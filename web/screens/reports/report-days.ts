import { addDays, countDays } from '#contract/periods.ts'
import { MOST_DAYS, periodOf, previousOf, type PeriodName, type Range } from '#contract/report-periods.ts'
import { DEFAULT_PERIOD, type Period, type ReportFilters } from './report-filters.ts'

export type Span = { from: string; to: string }

/** The period of a report, its days, and the days it is compared with. */
export type ReportDays = { period: Period; days: { from: string | null; to: string }; previous: Span | null }

/** Resolves the period in the address to days of the account's time zone. Custom dates in the wrong order are swapped. */
export function resolveDays(filters: ReportFilters, now: Date, time_zone: string): ReportDays {
  const { period = DEFAULT_PERIOD, from, to } = filters
  const requested = period === 'custom' ? customPeriod(from, to) : { period }
  const range = periodOf(requested, now, time_zone, fail)
  return { period, days: daysIn(range), previous: toSpan(previousOf(range, now, time_zone)) }
}

/** Days for reports that need a start date; they compare with the same number of days before. */
export function resolveWindow(
  filters: ReportFilters,
  now: Date,
  time_zone: string,
): ReportDays & { days: Span; previous: Span } {
  const bounded: ReportFilters = filters.period === 'all' ? { ...filters, period: LONGEST } : filters
  const { period, days } = resolveDays(bounded, now, time_zone)
  const from = days.from! < addDays(days.to, 1 - MOST_DAYS) ? addDays(days.to, 1 - MOST_DAYS) : days.from!
  const previous = { from: addDays(from, -countDays(from, days.to)), to: addDays(from, -1) }
  return { period, days: { from, to: days.to }, previous }
}

// Replaces "all time" in reports that need a start date.
const LONGEST: PeriodName = 'last_365_days'

function customPeriod(from: string | undefined, to: string | undefined) {
  const [first, last] = [from, to].filter((day) => day !== undefined).sort()
  if (first === undefined) return { period: DEFAULT_PERIOD } as const
  return last === undefined ? { date_from: first, date_to: first } : { date_from: first, date_to: last }
}

const daysIn = ({ from, to }: Range) => ({ from, to })
const toSpan = (range: Range | null) => (range?.from ? { from: range.from, to: range.to } : null)

const fail = (_code: string, message: string): never => {
  throw new Error(message)
}
