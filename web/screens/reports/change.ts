type Figure = number | null | undefined

/** From what it was to what it is, in percent with one decimal, as the server has it: nothing where nothing was before. */
export function changeOf(current: Figure, previous: Figure): number | null {
  if (current == null || previous == null || previous === 0) return null
  return Math.round(((current - previous) / Math.abs(previous)) * 1000) / 10
}

/** The difference of two rates, in points. */
export function pointsOf(current: Figure, previous: Figure): number | null {
  return current == null || previous == null ? null : Math.round((current - previous) * 10) / 10
}

/** Whether a change is for the better; undefined where it is neither, or nobody can say. */
export function isBetter(change: number | null, wanted: 'more' | 'less' | undefined): boolean | undefined {
  if (!change || !wanted) return undefined
  return change > 0 === (wanted === 'more')
}
