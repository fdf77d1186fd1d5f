import { addDays, countDays, endOfMonth, startOfMonth, startOfWeek } from '#contract/periods.ts'

export type Span = 'week' | 'month'

/** The days a week or a month in sight shows: whole weeks, Monday first. */
export function daysOf(span: Span, day: string): string[] {
  const first = startOfWeek(span === 'week' ? day : startOfMonth(day))
  const last = addDays(startOfWeek(span === 'week' ? day : endOfMonth(day)), 6)
  return Array.from({ length: countDays(first, last) }, (_, i) => addDays(first, i))
}

/** A day of the week or month after, or before. */
export function stepped(span: Span, day: string, step: 1 | -1): string {
  if (span === 'week') return addDays(day, 7 * step)
  return step === 1 ? addDays(endOfMonth(day), 1) : startOfMonth(addDays(startOfMonth(day), -1))
}
