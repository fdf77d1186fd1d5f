import { toInstant, toLocal } from '#web/app/format/zone.ts'

export type SnoozePreset = 'laterToday' | 'tomorrow' | 'nextWeek'

const MORNING = '09:00'
const EVENING = 20

/**
 * The snooze times on offer, in the workspace's time zone. Late in the day there is no “later today”, and on a Sunday
 * next week is tomorrow.
 */
export function snoozePresets(now: string, time_zone: string): { preset: SnoozePreset; until: string }[] {
  const local = toLocal(now, time_zone)
  const today = local.slice(0, 10)
  const hour = Number(local.slice(11, 13)) + 3
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay() || 7
  const at = (day: string, clock: string) => toInstant(`${day}T${clock}`, time_zone)
  return [
    ...(hour <= EVENING
      ? [{ preset: 'laterToday' as const, until: at(today, `${String(hour).padStart(2, '0')}:00`) }]
      : []),
    { preset: 'tomorrow', until: at(daysAfter(today, 1), MORNING) },
    ...(weekday < 7 ? [{ preset: 'nextWeek' as const, until: at(daysAfter(today, 8 - weekday), MORNING) }] : []),
  ]
}

/** The next full hour at least an hour away, for a date and time field. */
export function suggestTime(now: string, time_zone: string): string {
  const later = new Date(Date.parse(now) + 2 * 3_600_000).toISOString()
  return `${toLocal(later, time_zone).slice(0, 13)}:00`
}

const daysAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
