const part = /(\d+)\s*([a-zí]*)/g
const units: Record<string, number> = { m: 1, h: 60, d: 1440 }

/** Parses a duration to minutes: `15`, `15 min`, `2 h`, `1h 30`, `1 d`. Undefined if invalid. */
export function readDuration(text: string): number | undefined {
  const input = text.trim().toLowerCase()
  if (input.replaceAll(part, '').trim() !== '') return undefined
  let minutes = 0
  for (const [, amount, word] of input.matchAll(part)) {
    const size = word ? units[word[0]!] : 1
    if (!size) return undefined
    minutes += Number(amount) * size
  }
  return minutes >= 1 && minutes <= MOST ? minutes : undefined
}

const MOST = 525_600

/** Formats minutes in short form: `1 h 30 min`. */
export function writeDuration(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60]
  return [days && `${days} d`, hours && `${hours} h`, rest && `${rest} min`].filter(Boolean).join(' ')
}
