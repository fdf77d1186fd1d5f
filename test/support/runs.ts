/** The start of every sample of this run; the runner prints it. */
export const seed = Number(process.env.SEED ?? 1)

/** Whether every case is run (`npm run test:all`), not the sample of `npm test`. */
export const isFull = process.env.FULL === '1'

/**
 * The cases of a table that this run takes: `count` neighbours from a start that SEED draws, so that a few runs have
 * taken all. `row` is the position in a table of tables, whose neighbours take different cases.
 */
export function sample<T>(cases: readonly T[], count = 1, row = 0): T[] {
  const start = (seed + row) % cases.length
  const isTaken = (i: number) => (i - start + cases.length) % cases.length < count
  return cases.filter((_, i) => isFull || isTaken(i))
}

/** The number of repetitions of a random case: a tenth of those in a full run, because each draws other values. */
export function runs(full: number): { numRuns: number } {
  return { numRuns: isFull ? full : Math.ceil(full / 10) }
}
