/** One or more days of a line chart and their sum, with the same days of the previous period. */
export type Point = { from: string; to: string; value: number; previous?: Sum }
type Sum = { from: string; to: string; value: number }
type Day = { day: string; value: number }

// More points are hard to distinguish; longer periods group several days per point.
const MOST_POINTS = 100
const spans = [1, 7, 30, 90]

/** Groups days into points, counting from the last day so that only the first point may hold fewer days. */
export function toPoints(days: readonly Day[], previous: readonly Day[] = []): { span: number; points: Point[] } {
  const span = spans.find((each) => days.length / each <= MOST_POINTS) ?? spans.at(-1)!
  const earlier = groupDays(previous, span)
  const current = groupDays(days, span)
  const gap = current.length - earlier.length
  const points = current.map((point, i) => {
    const same = earlier[i - gap]
    return same ? { ...point, previous: same } : point
  })
  return { span, points }
}

function groupDays(days: readonly Day[], span: number): Sum[] {
  return Array.from({ length: Math.ceil(days.length / span) }, (_, i) => {
    const end = days.length - i * span
    const cut = days.slice(Math.max(0, end - span), end)
    return { from: cut[0]!.day, to: cut.at(-1)!.day, value: cut.reduce((sum, { value }) => sum + value, 0) }
  }).toReversed()
}
