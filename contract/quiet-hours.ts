import type { QuietHours } from '#contract/records/notification.ts'

/** Whether this moment lies within the quiet hours, which may pass midnight. */
export function isQuiet(quiet: QuietHours | null, now: Date): boolean {
  if (!quiet) return false
  const { from, to, time_zone } = quiet
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: time_zone } as const
  const time = new Intl.DateTimeFormat('en-GB', clock).format(now)
  return from < to ? from <= time && time < to : from <= time || time < to
}
