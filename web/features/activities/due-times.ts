import { addDays, startOfWeek } from '#contract/periods.ts'
import { toInstant, toLocal } from '#web/app/format/zone.ts'

export type Quick = 'hour' | 'tomorrow' | 'days' | 'monday'

/** A common due time in local time: `2026-11-14T09:00`. */
export function quickDueTime(which: Quick, now: Date, time_zone: string): string {
  const local = toLocal(now.toISOString(), time_zone)
  const today = local.slice(0, 10)
  if (which === 'hour') return toLocal(new Date(now.getTime() + 3_600_000).toISOString(), time_zone)
  if (which === 'tomorrow') return `${addDays(today, 1)}T09:00`
  if (which === 'days') return `${addDays(today, 3)}T09:00`
  return `${addDays(startOfWeek(today), 7)}T09:00`
}

/** The same time of day, some days later; counted from today if the activity is overdue. */
export function postpone(due_at: string, days: number, now: Date, time_zone: string): string {
  const local = toLocal(due_at, time_zone)
  const today = toLocal(now.toISOString(), time_zone).slice(0, 10)
  const from = local.slice(0, 10) > today ? local.slice(0, 10) : today
  return toInstant(`${addDays(from, days)}${local.slice(10)}`, time_zone)
}

/** The same time of day on another day. */
export function moveToDay(due_at: string, day: string, time_zone: string): string {
  return toInstant(`${day}${toLocal(due_at, time_zone).slice(10)}`, time_zone)
}
