/** A moment as clocks of the zone show it, for a field of date and time: `2026-11-14T15:05`. */
export function toLocal(at: string, time_zone: string): string {
  return shown(Date.parse(at), time_zone)
}

/** The moment at which clocks of the zone show this. Where they never do, the moment after; where twice, the first. */
export function toInstant(local: string, time_zone: string): string {
  const wanted = Date.parse(`${local}:00Z`)
  const asIf = wanted - offset(wanted, time_zone)
  const earlier = wanted - offset(asIf - DAY / 2, time_zone)
  const later = wanted - offset(asIf + DAY / 2, time_zone)
  const fitting = [earlier, later].find((at) => shown(at, time_zone) === local)
  return new Date(fitting ?? Math.max(earlier, later)).toISOString()
}

const DAY = 86_400_000

/** How far the zone's clocks are ahead of UTC at the moment, in milliseconds. */
function offset(at: number, time_zone: string) {
  const minute = Math.floor(at / 60_000) * 60_000
  return Date.parse(`${shown(minute, time_zone)}:00Z`) - minute
}

function shown(at: number, time_zone: string) {
  const format = clocks.get(time_zone) ?? clock(time_zone)
  clocks.set(time_zone, format)
  return format.format(at).replace(' ', 'T')
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Sweden writes dates as ISO does. */
const clock = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
