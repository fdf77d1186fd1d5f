import { reject } from '#kernel/problem.ts'

/** Sequences from the first to the last of them. */
export type Range = readonly [first: number, last: number]

/**
 * How far someone has come in the events: every sequence in these ranges is known to them, either heard or never to
 * come. The first range begins at nought; where others follow, transactions between them were still running.
 */
export type Position = readonly [Range, ...Range[]]

const END = Number.MAX_SAFE_INTEGER
const MOST_RANGES = 200

/** `4711` is everything up to there; `4711:4713,4720-4722` is that, and what came beyond a transaction that still runs. */
export function writePosition([[, floor], ...ranges]: Position): string {
  // It comes back in a header, which has bounds. What is left out would be heard twice, and nothing is lost.
  const beyond = ranges.slice(0, MOST_RANGES).map(([first, last]) => (first === last ? first : `${first}-${last}`))
  return beyond.length > 0 ? `${floor}:${beyond.join(',')}` : String(floor)
}

/** A position as we wrote it, and nothing else. */
export function readPosition(text: string): Position {
  const [, floor, beyond] =
    /^(\d{1,15})(?::(\d{1,15}(?:-\d{1,15})?(?:,\d{1,15}(?:-\d{1,15})?)*))?$/.exec(text) ?? wrong()
  const ranges = (beyond?.split(',') ?? []).map((range): Range => {
    const [first, last = first] = range.split('-').map(Number) as [number, number?]
    return [first, last]
  })
  const position: Position = [[0, Number(floor)], ...ranges]
  const isOrdered = position.every(([first, last], i) => first <= last && (i === 0 || first > position[i - 1]![1] + 1))
  return isOrdered && ranges.length <= MOST_RANGES ? position : wrong()
}

function wrong(): never {
  return reject('invalid_request', 'Last-Event-ID is not one of ours; leave it out, and read everything anew.')
}

/** What either knows. */
export function union(a: Position, b: readonly Range[]): Position {
  const [head, ...rest] = [...a, ...b].sort((one, other) => one[0] - other[0]) as [Range, ...Range[]]
  const merged: [Range, ...Range[]] = [head]
  for (const [first, last] of rest) {
    const [begun, ended] = merged.at(-1)!
    if (first <= ended + 1) merged[merged.length - 1] = [begun, Math.max(ended, last)]
    else merged.push([first, last])
  }
  return merged
}

/** What the ranges hold that is not known at this position. */
export function beyond(position: Position, ranges: readonly Range[]): Range[] {
  return ranges.flatMap(([first, last]) =>
    gaps(position)
      .map(([from, to]): Range => [Math.max(first, from), Math.min(last, to)])
      .filter(([from, to]) => from <= to),
  )
}

/** What is not known: the holes, and at the end all that is still to come. */
export function gaps(position: Position): Range[] {
  return position.map(([, last], i) => [last + 1, (position[i + 1]?.[0] ?? END + 1) - 1])
}

/** The position of who has come only up to there. */
export function upTo(position: Position, sequence: number): Position {
  const [[, floor], ...ranges] = position
  const reached = ranges.filter(([first]) => first <= sequence)
  return [[0, Math.min(floor, sequence)], ...reached.map(([first, last]): Range => [first, Math.min(last, sequence)])]
}

export function covers(position: Position, sequence: number): boolean {
  return position.some(([first, last]) => first <= sequence && sequence <= last)
}

/** The highest sequence it knows of. */
export function top(position: Position): number {
  return position.at(-1)![1]
}
