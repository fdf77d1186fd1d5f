import type { z } from 'zod'
import {
  addDays,
  countDays,
  dayOf,
  endOfMonth,
  momentAt,
  startOfDay,
  startOfMonth,
  startOfQuarter,
  startOfWeek,
  startOfYear,
  timeOf,
} from '#contract/periods.ts'
import type { period_input, window_input } from '#contract/report-inputs.ts'

export const period_names = [
  'today',
  'yesterday',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'this_quarter',
  'last_quarter',
  'last_7_days',
  'last_14_days',
  'last_30_days',
  'last_60_days',
  'last_90_days',
  'last_180_days',
  'last_365_days',
  'this_year',
  'all',
] as const
export type PeriodName = (typeof period_names)[number]

export const MOST_DAYS = 3660

type PeriodInput = z.output<z.ZodObject<typeof period_input>>
type WindowInput = Omit<z.output<z.ZodObject<typeof window_input>>, 'inbox_id'>

/** Refuses the input; `reject` of the kernel is one. */
export type Refuse = (code: 'invalid_value' | 'missing_field', sentence: string, field: string) => never

type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year'

/** Days of the account's time zone, both included, with their first moment and the moment after their end. */
export type Days = {
  from: string
  to: string
  start: Date
  end: Date
  /** The calendar unit it covers, whole or up to today; null for any other range of days. */
  unit: Unit | null
}

/** A range of days, or everything up to a day. */
export type Range = Days | { from: null; to: string; start: null; end: Date; unit: null }

/** The requested period. One that lasts until now ends with today, so it includes records dated later today. */
export function periodOf(input: PeriodInput, now: Date, time_zone: string, refuse: Refuse): Range {
  const { period = 'this_month', custom_days_back, date_from, date_to } = input
  const today = dayOf(now, time_zone)
  if (date_from !== undefined) return toRange(chooseDates(date_from, date_to, today, refuse), time_zone)

  const chosen =
    custom_days_back === undefined ? choosePeriod(period, today) : chooseRollingDays(custom_days_back, today)
  if (date_to === undefined || date_to >= chosen.to) return toRange(chosen, time_zone)
  if (chosen.from !== null && date_to < chosen.from)
    refuse('invalid_value', `The period begins on ${chosen.from}, after date_to; give date_from too.`, 'date_to')
  return toRange({ ...chosen, to: date_to, unit: null }, time_zone)
}

/** The requested window: from and to together, or a number of days. */
export function windowOf(input: WindowInput, now: Date, time_zone: string, refuse: Refuse): Days {
  const { days = 30, from, to } = input
  if (from === undefined && to === undefined) return toDays(chooseRollingDays(days, dayOf(now, time_zone)), time_zone)
  if (from === undefined) return refuse('missing_field', 'Give from with to: the first day, YYYY-MM-DD.', 'from')
  if (to === undefined) return refuse('missing_field', 'Give to with from: the last day, YYYY-MM-DD.', 'to')
  if (from > to) refuse('invalid_value', 'from must not be after to.', 'from')
  if (countDays(from, to) > MOST_DAYS)
    refuse('invalid_value', `A window has ${MOST_DAYS} days at most; choose a later from.`, 'from')
  return toDays({ from, to, unit: null }, time_zone)
}

/** The comparable previous range; null for everything. */
export function previousOf(range: Days, now: Date, time_zone: string): Days
export function previousOf(range: Range, now: Date, time_zone: string): Days | null
export function previousOf(range: Range, now: Date, time_zone: string): Days | null {
  if (range.from === null) return null
  const { from, to, unit } = range
  const dayBefore = addDays(from, -1)
  if (unit === null) return toDays({ from: addDays(from, -countDays(from, to)), to: dayBefore, unit }, time_zone)
  const first = startOf[unit](dayBefore)
  if (to < dayOf(now, time_zone)) return toDays({ from: first, to: dayBefore, unit }, time_zone)
  return chooseElapsed(first, sameDay[unit](to), unit, now, time_zone)
}

/** Every day of a range, in order. */
export function daysOf({ from, to }: { from: string; to: string }): string[] {
  return Array.from({ length: countDays(from, to) }, (_, i) => addDays(from, i))
}

type DateSpan = Pick<Days, 'from' | 'to' | 'unit'> | { from: null; to: string; unit: null }

function chooseDates(date_from: string, date_to: string | undefined, today: string, refuse: Refuse): DateSpan {
  if (date_to === undefined && date_from > today)
    refuse('invalid_value', `date_from is after today, ${today}; give date_to too.`, 'date_from')
  if (date_to !== undefined && date_from > date_to)
    refuse('invalid_value', 'date_from must not be after date_to.', 'date_from')
  return { from: date_from, to: date_to ?? today, unit: null }
}

function choosePeriod(period: PeriodName, today: string): DateSpan {
  switch (period) {
    case 'all':
      return { from: null, to: today, unit: null }
    case 'today':
      return chooseCurrent('day', today)
    case 'yesterday':
      return chooseLast('day', today)
    case 'this_week':
      return chooseCurrent('week', today)
    case 'last_week':
      return chooseLast('week', today)
    case 'this_month':
      return chooseCurrent('month', today)
    case 'last_month':
      return chooseLast('month', today)
    case 'this_quarter':
      return chooseCurrent('quarter', today)
    case 'last_quarter':
      return chooseLast('quarter', today)
    case 'this_year':
      return chooseCurrent('year', today)
    default:
      return chooseRollingDays(Number(period.split('_')[1]), today)
  }
}

const startOf: Record<Unit, (day: string) => string> = {
  day: (day) => day,
  week: startOfWeek,
  month: startOfMonth,
  quarter: startOfQuarter,
  year: startOfYear,
}

function chooseCurrent(unit: Unit, today: string): DateSpan {
  return { from: startOf[unit](today), to: today, unit }
}

function chooseLast(unit: Unit, today: string): DateSpan {
  const to = addDays(startOf[unit](today), -1)
  return { from: startOf[unit](to), to, unit }
}

function chooseRollingDays(days: number, today: string): DateSpan & { from: string } {
  return { from: addDays(today, 1 - days), to: today, unit: null }
}

/** The same day in the previous unit; a shorter month may not have it. */
const sameDay: Record<Unit, (day: string) => string> = {
  day: (day) => addDays(day, -1),
  week: (day) => addDays(day, -7),
  month: (day) => inPreviousMonths(day, 1),
  quarter: (day) => inPreviousMonths(day, 3),
  year: (day) => `${addDays(startOfYear(day), -1).slice(0, 4)}${day.slice(4)}`,
}

/** The same day some months earlier; a shorter month may not have it. */
function inPreviousMonths(day: string, months: number): string {
  const first = new Date(`${startOfMonth(day)}T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() - months)
  return `${first.toISOString().slice(0, 8)}${day.slice(8)}`
}

/** The same part of the previous unit: up to the same time of the same day, or all of a shorter month. */
function chooseElapsed(from: string, same: string, unit: Unit, now: Date, time_zone: string): Days {
  const days = toDays({ from, to: same < endOfMonth(same) ? same : endOfMonth(same), unit }, time_zone)
  if (days.to < same) return days
  const until = momentAt(same, timeOf(now, time_zone), time_zone)
  // A time skipped by clocks at the end of the day would fall into the next.
  return until < days.end ? { ...days, end: until } : days
}

function toRange(chosen: DateSpan, time_zone: string): Range {
  if (chosen.from !== null) return toDays(chosen, time_zone)
  return { ...chosen, start: null, end: startOfDay(addDays(chosen.to, 1), time_zone) }
}

function toDays(days: Pick<Days, 'from' | 'to' | 'unit'>, time_zone: string): Days {
  return { ...days, start: startOfDay(days.from, time_zone), end: startOfDay(addDays(days.to, 1), time_zone) }
}
