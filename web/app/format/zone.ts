/** An instant as local time of the zone, for a datetime input: `2026-11-14T15:05`. */
export function toLocal(at: string, time_zone: string): string {
  return localTime(Date.parse(at), time_zone)
}

/** The instant of a local time. A time skipped by daylight saving moves forward; of a repeated one, the first counts. */
export function toInstant(local: string, time_zone: string): string {
  const asUtc = Date.parse(`${local}:00Z`)
  const approximate = asUtc - offset(asUtc, time_zone)
  const earlier = asUtc - offset(approximate - DAY / 2, time_zone)
  const later = asUtc - offset(approximate + DAY / 2, time_zone)
  const match = [earlier, later].find((at) => localTime(at, time_zone) === local)
  return new Date(match ?? Math.max(earlier, later)).toISOString()
}

const DAY = 86_400_000

/** The zone's offset from UTC at that instant, in milliseconds. */
function offset(at: number, time_zone: string) {
  const minute = Math.floor(at / 60_000) * 60_000
  return Date.parse(`${localTime(minute, time_zone)}:00Z`) - minute
}

function localTime(at: number, time_zone: string) {
  const format = formats.get(time_zone) ?? createFormat(time_zone)
  formats.set(time_zone, format)
  return format.format(at).replace(' ', 'T')
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The Swedish locale writes dates as ISO 8601 does. */
const createFormat = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
