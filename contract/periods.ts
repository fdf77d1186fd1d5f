/** The moment a calendar day begins in a time zone. Where midnight does not exist, the first moment that does. */
export function startOfDay(day: string, timeZone: string): Date {
  const utc = Date.parse(`${day}T00:00:00Z`)
  // Clocks may change that very night: midnight is taken by both offsets, and the first that is of the day counts.
  const around = [utc - 86_400_000, utc + 86_400_000].map((near) => new Date(utc - offset(near, timeZone)))
  const [first, second] = around.sort((a, b) => a.getTime() - b.getTime()) as [Date, Date]
  return dayOf(first, timeZone) === day ? first : second
}

/** The calendar day of a moment in a time zone. */
export function dayOf(moment: Date, timeZone: string): string {
  return new Date(moment.getTime() + offset(moment.getTime(), timeZone)).toISOString().slice(0, 10)
}

/** The day some days later (or earlier). */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The Monday of a day's week. */
export function startOfWeek(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

export function startOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`
}

export function endOfMonth(day: string): string {
  // Thirty-one days after a first lie in the next month, whichever it is.
  return addDays(startOfMonth(addDays(startOfMonth(day), 31)), -1)
}

export function startOfYear(day: string): string {
  return `${day.slice(0, 4)}-01-01`
}

/** How many days there are from the first to the last, both counted. */
export function countDays(first: string, last: string): number {
  return (Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / 86_400_000 + 1
}

/** What the clocks of a time zone show at a moment, in milliseconds since midnight. */
export function timeOf(moment: Date, timeZone: string): number {
  const wall = moment.getTime() + offset(moment.getTime(), timeZone)
  return wall - Math.floor(wall / 86_400_000) * 86_400_000
}

/**
 * The moment at which clocks show a time (as `timeOf` says it) on a day: the first, where they show it twice. Where they
 * jump over it, the moment as long after the jump as the time is after what clocks showed then.
 */
export function momentAt(day: string, time: number, timeZone: string): Date {
  const wall = Date.parse(`${day}T00:00:00Z`) + time
  const around = [wall - 86_400_000, wall + 86_400_000].map((near) => wall - offset(near, timeZone))
  const [first, second] = around.sort((a, b) => a - b) as [number, number]
  return new Date(first + offset(first, timeZone) === wall ? first : second)
}

/** Milliseconds by which the zone's clocks are ahead of UTC at a moment. */
function offset(moment: number, timeZone: string): number {
  const part = Object.fromEntries(
    clock(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const wall = Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute, part.second)
  return wall - Math.floor(moment / 1000) * 1000
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clock(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const numeric = 'numeric'
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  })
  clocks.set(timeZone, made)
  return made
}

/** Whether there is such a time zone, by the name of a place in it. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Z]/.test(name)
  } catch {
    return false
  }
}
