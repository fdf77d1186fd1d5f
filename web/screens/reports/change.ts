type Figure = number | null | undefined

/** Change in percent with one decimal, rounded as on the server; null without a previous value to divide by. */
export function percentChange(current: Figure, previous: Figure): number | null {
  if (current == null || previous == null || previous === 0) return null
  return Math.round(((current - previous) / Math.abs(previous)) * 1000) / 10
}

/** How many times the previous figure the current one is, where the growth has too many percent to be read. */
export const factorOf = (change: number): number | undefined =>
  change > 999 ? Math.round(change / 100 + 1) : undefined

/** Difference of two rates in percentage points. */
export function pointDifference(current: Figure, previous: Figure): number | null {
  return current == null || previous == null ? null : Math.round((current - previous) * 10) / 10
}

/** Whether a change is good; undefined when nothing changed or neither direction is better. */
export function isImprovement(change: number | null, better: 'higher' | 'lower' | undefined): boolean | undefined {
  if (!change || !better) return undefined
  return change > 0 === (better === 'higher')
}
