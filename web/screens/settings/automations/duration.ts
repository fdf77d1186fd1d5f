export const sizes = { minutes: 1, hours: 60, days: 1440 }
export type Unit = keyof typeof sizes

/** The largest unit that gives a whole number. */
export function unitOf(minutes: number): Unit {
  const units = ['days', 'hours'] as const
  return units.find((unit) => minutes > 0 && minutes % sizes[unit] === 0) ?? 'minutes'
}
