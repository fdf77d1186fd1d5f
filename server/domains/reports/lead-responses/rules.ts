import { mean, rate } from '#domains/reports/rules.ts'

export const response_steps = ['5m', '15m', '1h', '24h', 'more', 'never'] as const

/** Counts of a group of leads; `within` holds the answered ones per bucket. */
export type Tally = {
  total: number
  no_conversation: number
  contacted: number
  seconds: number
  median_seconds: number | null
  p90_seconds: number | null
  customer_replied: number
  within: readonly number[]
}

/** Response figures. Leads that were never answered have no time and are in no mean. */
export function toFigures({ seconds, within, ...tally }: Tally) {
  const { total, contacted, customer_replied } = tally
  const counts = [...within, total - contacted]
  return {
    ...tally,
    pct_contacted: rate(contacted, total),
    mean_seconds: mean(seconds, contacted),
    pct_customer_reply: rate(customer_replied, contacted),
    buckets: response_steps.map((step, i) => ({ within: step, count: counts[i]!, share: rate(counts[i]!, total) })),
  }
}
