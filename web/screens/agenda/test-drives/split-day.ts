import { toInstant } from '#web/app/format/zone.ts'

const MINUTE = 60_000
const MAX_SLOTS = 200

/** Splits the time between two clock times of a day into slots; a remainder too short for a slot is dropped. */
export function splitDay(day: string, from: string, to: string, minutes: number, time_zone: string) {
  if (!day || !from || !to || minutes <= 0) return []
  const start = Date.parse(toInstant(`${day}T${from}`, time_zone))
  const end = Date.parse(toInstant(`${day}T${to}`, time_zone))
  const count = Math.min(MAX_SLOTS, Math.max(0, Math.floor((end - start) / (minutes * MINUTE))))
  return Array.from({ length: count }, (_, i) => ({
    starts_at: new Date(start + i * minutes * MINUTE).toISOString(),
    ends_at: new Date(start + (i + 1) * minutes * MINUTE).toISOString(),
  }))
}
