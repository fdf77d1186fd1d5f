import { addDays, dayOf, endOfMonth, momentAt, startOfWeek } from '#contract/periods.ts'
import type { ReportName, ReportSchedule, ScheduledFilters } from '#contract/records/report-schedule.ts'
import { MOST_DAYS, type PeriodName, periodOf } from '#contract/report-periods.ts'
import { reject } from '#kernel/problem.ts'

export type Timing = Pick<ReportSchedule, 'every' | 'weekday' | 'month_day' | 'hour'>

const HOUR = 3_600_000
/** Two months have at most 62 days. */
const MOST_AHEAD = 62

/**
 * The first moment of the schedule after this one. An hour that clocks skip is sent when they have changed, and one that
 * they show twice is sent the first time.
 */
export function nextRun(timing: Timing, after: Date, time_zone: string): Date {
  const today = dayOf(after, time_zone)
  // A whole day that clocks skip has its hour on the next.
  for (let ahead = -1; ahead <= MOST_AHEAD; ahead++) {
    const day = addDays(today, ahead)
    const moment = momentAt(day, timing.hour * HOUR, time_zone)
    if (isDayOf(timing, day) && moment > after) return moment
  }
  throw new Error('Every schedule has a day within two months')
}

/** Whether a day belongs to the schedule. A shorter month takes its last day. */
export function isDayOf({ every, weekday, month_day }: Timing, day: string): boolean {
  if (every === 'day') return true
  if (every === 'week') return day === addDays(startOfWeek(day), weekday! - 1)
  const last = Number(endOfMonth(day).slice(8))
  return Number(day.slice(8)) === Math.min(month_day!, last)
}

type TimingInput = {
  every: Timing['every']
  weekday?: number | null | undefined
  month_day?: number | null | undefined
  hour: number
}

/** The timing with the day its frequency needs, and no other. */
export function toTiming({ every, weekday, month_day, hour }: TimingInput): Timing {
  if (every === 'week' && !weekday) reject('missing_field', 'Give weekday, 1 for Monday to 7 for Sunday.', 'weekday')
  if (every === 'month' && !month_day) reject('missing_field', 'Give month_day, 1 to 31.', 'month_day')
  return {
    every,
    weekday: every === 'week' ? weekday! : null,
    month_day: every === 'month' ? month_day! : null,
    hour,
  }
}

/** Reports that take the name of a period; the others take dates. */
const by_period: ReadonlySet<ReportName> = new Set([
  'funnel',
  'conversion',
  'agent_performance',
  'lost_reasons',
  'lead_response_times',
])

type ScheduledReport = { report: ReportName; period: PeriodName; filters: ScheduledFilters }

/** The input of the report for a period that is counted from this moment. */
export function inputOf(
  { report, period, filters }: ScheduledReport,
  now: Date,
  time_zone: string,
): Record<string, unknown> {
  // The default limits would list fewer leads and people.
  if (by_period.has(report)) return { period, ...filters, ...(has_limit.has(report) && { limit: 100 }) }
  const { from, to } = periodOf({ period: period === 'all' ? 'last_365_days' : period }, now, time_zone, reject)
  const earliest = addDays(to, 1 - MOST_DAYS)
  return { from: from === null || from < earliest ? earliest : from, to, ...filters }
}

const has_limit: ReadonlySet<ReportName> = new Set(['agent_performance', 'lead_response_times'])
