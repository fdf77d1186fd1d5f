import { toInstant } from '#web/zone.ts'

const MINUTE = 60_000
const MOST = 200

/** A day cut into pieces of so many minutes, between two times of the clock. A rest too short for one is left over. */
export function spansOf(day: string, from: string, to: string, minutes: number, time_zone: string) {
  if (!day || !from || !to || minutes <= 0) return []
  const start = Date.parse(toInstant(`${day}T${from}`, time_zone))
  const end = Date.parse(toInstant(`${day}T${to}`, time_zone))
  const count = Math.min(MOST, Math.max(0, Math.floor((end - start) / (minutes * MINUTE))))
  return Array.from({ length: count }, (_, i) => ({
    starts_at: new Date(start + i * minutes * MINUTE).toISOString(),
    ends_at: new Date(start + (i + 1) * minutes * MINUTE).toISOString(),
  }))
}
