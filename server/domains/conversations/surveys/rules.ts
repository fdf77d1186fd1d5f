import type { Tally } from './store.ts'

const RATINGS = [1, 2, 3, 4, 5] as const

/** Totals, response rate, average and distribution of ratings; rate and average are null without surveys or answers. */
export function summarise(tallies: readonly Pick<Tally, 'asked' | 'answered' | 'ratings'>[]) {
  const total = (of: (tally: Pick<Tally, 'asked' | 'answered' | 'ratings'>) => number) =>
    tallies.reduce((sum, tally) => sum + of(tally), 0)
  const [asked, answered] = [total((each) => each.asked), total((each) => each.answered)]
  const counts = RATINGS.map((rating) => total(({ ratings }) => ratings[rating - 1]!))
  const stars = RATINGS.reduce<number>((sum, rating) => sum + rating * counts[rating - 1]!, 0)
  return {
    asked,
    answered,
    response_rate: asked === 0 ? null : rounded((answered / asked) * 100, 1),
    average: answered === 0 ? null : rounded(stars / answered, 2),
    distribution: Object.fromEntries(RATINGS.map((rating) => [rating, counts[rating - 1]!])) as Distribution,
  }
}

type Distribution = Record<(typeof RATINGS)[number], number>

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
