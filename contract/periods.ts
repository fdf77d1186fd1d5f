/** The moment a calendar day begins in a time zone: midnight, or the first moment after it if clocks skip midnight. */
export function startOfDay(day: string, timeZone: string): Date {
  const utc = Date.parse(`${day}T00:00:00Z`)
  // Clocks may change that night: both offsets are tried, and the first moment that belongs to the day counts.
  const around = [utc - 86_400_000, utc + 86_400_000].map((near) => new Date(utc - offset(near, timeZone)))
  const [first, second] = around.sort((a, b) => a.getTime() - b.getTime()) as [Date, Date]
  return dayOf(first, timeZone) === day ? first : second
}

/** The calendar day of a moment in a time zone. */
export function dayOf(moment: Date, timeZone: string): string {
  return new Date(moment.getTime() + offset(moment.getTime(), timeZone)).toISOString().slice(0, 10)
}

/** Adds days to a day; negative numbers subtract. */
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
  // The 1st plus 31 days is always in the next month.
  return addDays(startOfMonth(addDays(startOfMonth(day), 31)), -1)
}

export function startOfQuarter(day: string): string {
  const month = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1
  return `${day.slice(0, 5)}${String(month).padStart(2, '0')}-01`
}

export function startOfYear(day: string): string {
  return `${day.slice(0, 4)}-01-01`
}

/** Number of days from the first to the last, both included. */
export function countDays(first: string, last: string): number {
  return (Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / 86_400_000 + 1
}

/** The local time of a moment, in milliseconds since midnight. */
export function timeOf(moment: Date, timeZone: string): number {
  const wall = moment.getTime() + offset(moment.getTime(), timeZone)
  return wall - Math.floor(wall / 86_400_000) * 86_400_000
}

/**
 * The moment of a local time (as returned by `timeOf`) on a day: the first one if clocks show it twice. If clocks skip
 * it, the moment as long after the jump as the time is after the start of the gap.
 */
export function momentAt(day: string, time: number, timeZone: string): Date {
  const wall = Date.parse(`${day}T00:00:00Z`) + time
  const around = [wall - 86_400_000, wall + 86_400_000].map((near) => wall - offset(near, timeZone))
  const [first, second] = around.sort((a, b) => a - b) as [number, number]
  return new Date(first + offset(first, timeZone) === wall ? first : second)
}

/** A moment as written, in this time zone unless it has an offset. */
export function readMoment(text: string, timeZone: string): Date {
  if (/(Z|[+-]\d{2}:?\d{2})$/i.test(text)) return new Date(text)
  const day = text.slice(0, 10)
  return momentAt(day, Date.parse(`${text}Z`) - Date.parse(`${day}T00:00:00Z`), timeZone)
}

/** Offset of the zone from UTC at a moment, in milliseconds. */
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

/** Whether this is a known time zone such as America/Bogota. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Z]/.test(name)
  } catch {
    return false
  }
}
