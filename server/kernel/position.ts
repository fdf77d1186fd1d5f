import { reject } from '#kernel/problem.ts'

/** Sequences from the first to the last, both included. */
export type Range = readonly [first: number, last: number]

/**
 * The events a client has received: every sequence in these ranges was received or will never appear. The first
 * range begins at zero; gaps before further ranges belong to transactions that were still running.
 */
export type Position = readonly [Range, ...Range[]]

const END = Number.MAX_SAFE_INTEGER
const MAX_RANGES = 200

/** `4711` means everything up to there; `4711:4713,4720-4722` also those beyond transactions still running. */
export function writePosition([[, floor], ...ranges]: Position): string {
  // The position returns in a header of limited size. Events of a range left out are sent again; none is lost.
  const beyond = ranges.slice(0, MAX_RANGES).map(([first, last]) => (first === last ? first : `${first}-${last}`))
  return beyond.length > 0 ? `${floor}:${beyond.join(',')}` : String(floor)
}

/** Parses exactly what `writePosition` writes. */
export function readPosition(text: string): Position {
  const [, floor, beyond] =
    /^(\d{1,15})(?::(\d{1,15}(?:-\d{1,15})?(?:,\d{1,15}(?:-\d{1,15})?)*))?$/.exec(text) ?? rejectPosition()
  const ranges = (beyond?.split(',') ?? []).map((range): Range => {
    const [first, last = first] = range.split('-').map(Number) as [number, number?]
    return [first, last]
  })
  const position: Position = [[0, Number(floor)], ...ranges]
  const isOrdered = position.every(([first, last], i) => first <= last && (i === 0 || first > position[i - 1]![1] + 1))
  return isOrdered && ranges.length <= MAX_RANGES ? position : rejectPosition()
}

function rejectPosition(): never {
  return reject('invalid_request', 'Last-Event-ID is not valid; connect without it and reload everything.')
}

/** Union of two positions. */
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

/** The parts of the ranges that the position does not cover. */
export function findUncovered(position: Position, ranges: readonly Range[]): Range[] {
  return ranges.flatMap(([first, last]) =>
    listGaps(position)
      .map(([from, to]): Range => [Math.max(first, from), Math.min(last, to)])
      .filter(([from, to]) => from <= to),
  )
}

/** Everything not covered: the holes, and at the end all future sequences. */
export function listGaps(position: Position): Range[] {
  return position.map(([, last], i) => [last + 1, (position[i + 1]?.[0] ?? END + 1) - 1])
}

/** The position, cut off after this sequence. */
export function upTo(position: Position, sequence: number): Position {
  const [[, floor], ...ranges] = position
  const reached = ranges.filter(([first]) => first <= sequence)
  return [[0, Math.min(floor, sequence)], ...reached.map(([first, last]): Range => [first, Math.min(last, sequence)])]
}

export function covers(position: Position, sequence: number): boolean {
  return position.some(([first, last]) => first <= sequence && sequence <= last)
}

/** The highest sequence covered. */
export function findHighest(position: Position): number {
  return position.at(-1)![1]
}
