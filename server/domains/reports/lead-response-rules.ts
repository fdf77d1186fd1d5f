import { mean, rate } from '#domains/reports/rules.ts'

export const response_steps = ['5m', '15m', '1h', '24h', 'more', 'never'] as const

/** What was counted of some leads. Of those answered so many were so within each limit, and not within the one before it. */
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

/** How fast leads were answered, and whether it was worth it. Who was never answered has no time, and is in no mean. */
export function figures({ seconds, within, ...tally }: Tally) {
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
