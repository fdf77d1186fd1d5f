/** A point of a line: some days, and what they add up to; beside it what as many days added up to before. */
export type Point = { from: string; to: string; value: number; before?: Before }
type Before = { from: string; to: string; value: number }
type Day = { day: string; value: number }

// So many points can be told apart; where there are more days, each point stands for several.
const MOST_POINTS = 100
const spans = [1, 7, 30, 90]

/** Days as points of a line, counted from the last day, so that only the first point may be of fewer days. */
export function toPoints(days: readonly Day[], before: readonly Day[] = []): { span: number; points: Point[] } {
  const span = spans.find((each) => days.length / each <= MOST_POINTS) ?? spans.at(-1)!
  const earlier = gathered(before, span)
  const now = gathered(days, span)
  const gap = now.length - earlier.length
  const points = now.map((point, i) => {
    const was = earlier[i - gap]
    return was ? { ...point, before: was } : point
  })
  return { span, points }
}

function gathered(days: readonly Day[], span: number): Before[] {
  return Array.from({ length: Math.ceil(days.length / span) }, (_, i) => {
    const end = days.length - i * span
    const cut = days.slice(Math.max(0, end - span), end)
    return { from: cut[0]!.day, to: cut.at(-1)!.day, value: cut.reduce((sum, { value }) => sum + value, 0) }
  }).toReversed()
}
