export type Dice = ReturnType<typeof dice>

/** A seeded random generator: the same seed gives the same sequence. */
export function dice(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    /** A whole number below the bound. */
    below: (bound: number) => Math.floor(next() * bound),
    one: <T>(choices: readonly T[]): T => choices[Math.floor(next() * choices.length)]!,
    /** True with this probability in percent. */
    chance: (percent: number) => next() * 100 < percent,
  }
}
