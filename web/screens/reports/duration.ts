const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Formats a duration in its two largest units: `45 s`, `12 min`, `3 h 12 min`, `2 d 4 h`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < MINUTE) return `${whole} s`
  const minutes = Math.round(seconds / MINUTE)
  if (minutes < 60) return `${minutes} min`
  if (minutes * MINUTE < DAY) return withRest(Math.floor(minutes / 60), 'h', minutes % 60, 'min')
  const hours = Math.round(seconds / HOUR)
  return withRest(Math.floor(hours / 24), 'd', hours % 24, 'h')
}

const withRest = (large: number, unit: string, small: number, part: string) =>
  small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${part}`
