import { addDays, countDays, endOfMonth, startOfMonth, startOfWeek } from '#contract/periods.ts'

export type Span = 'week' | 'month'

/** Visible days of a week or month: whole weeks, Monday first. */
export function visibleDays(span: Span, day: string): string[] {
  const first = startOfWeek(span === 'week' ? day : startOfMonth(day))
  const last = addDays(startOfWeek(span === 'week' ? day : endOfMonth(day)), 6)
  return Array.from({ length: countDays(first, last) }, (_, i) => addDays(first, i))
}

/** A day in the next or previous week or month. */
export function stepDay(span: Span, day: string, step: 1 | -1): string {
  if (span === 'week') return addDays(day, 7 * step)
  return step === 1 ? addDays(endOfMonth(day), 1) : startOfMonth(addDays(startOfMonth(day), -1))
}
