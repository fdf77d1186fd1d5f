import type { BusinessHours } from '#contract/records/inbox.ts'

export type Interval = BusinessHours['intervals'][number]
/** A shift, as two time inputs. */
export type Shift = { from: string; to: string }
/** The shifts of each day, Monday first; an empty day is closed. */
export type Week = Shift[][]

export function weekOf(intervals: readonly Interval[]): Week {
  return Array.from({ length: 7 }, (_, index) =>
    intervals
      .filter(({ day }) => day === index + 1)
      .map(({ from, to }) => ({ from, to: to === MIDNIGHT ? '00:00' : to })),
  )
}

/** A time input has no 24:00, so a shift that ends at 00:00 ends with the day. */
export function intervalsOf(week: Week): Interval[] {
  return week.flatMap((shifts, index) =>
    shifts.map(({ from, to }) => ({ day: index + 1, from, to: to === '00:00' ? MIDNIGHT : to })),
  )
}

const MIDNIGHT = '24:00'

/** Copies the shifts of one day to others. */
export function copyShifts(week: Week, from: number, to: readonly number[]): Week {
  return week.map((shifts, day) => (to.includes(day) ? (week[from] ?? []).map((shift) => ({ ...shift })) : shifts))
}

/** A new shift: after the last one of the day if there is room, else a common one. */
export function another(shifts: readonly Shift[]): Shift {
  const last = shifts.at(-1)
  if (!last) return { from: '08:00', to: '18:00' }
  const begins = Number(last.to.slice(0, 2)) + 1
  if (last.to === '00:00' || begins > 22) return { from: '08:00', to: '18:00' }
  return { from: clock(begins), to: clock(Math.min(begins + 4, 23)) }
}

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** The default week. */
export const usual_week: Week = [0, 1, 2, 3, 4, 5, 6].map((day) => (day < 5 ? [{ from: '08:00', to: '18:00' }] : []))
