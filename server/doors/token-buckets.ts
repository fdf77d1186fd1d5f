export type TokenBuckets = {
  /** Takes a token of the subject. Returns zero, or the seconds until there is one. */
  take(subject: string, per_minute: number): number
  /** The seconds until the subject has a token, without taking it. */
  wait(subject: string, per_minute: number): number
}

type Bucket = { tokens: number; at: number }

const MAX_SUBJECTS = 50_000

/**
 * Allowances in the memory of this node: a subject has `per_minute` tokens, which refill evenly. Memory is bounded: with
 * too many subjects, the one not seen for the longest time is forgotten.
 */
export function createTokenBuckets(now: () => number = () => performance.now()): TokenBuckets {
  const buckets = new Map<string, Bucket>()

  const tokensOf = (subject: string, per_minute: number): number => {
    const bucket = buckets.get(subject)
    if (!bucket) return per_minute
    return Math.min(per_minute, bucket.tokens + ((now() - bucket.at) / 60_000) * per_minute)
  }
  const secondsUntilOne = (tokens: number, per_minute: number) => Math.max(0, ((1 - tokens) * 60) / per_minute)

  return {
    take: (subject, per_minute) => {
      const tokens = tokensOf(subject, per_minute)
      // Inserted again, the subject becomes the last one of the map.
      buckets.delete(subject)
      buckets.set(subject, { tokens: tokens < 1 ? tokens : tokens - 1, at: now() })
      if (buckets.size > MAX_SUBJECTS) buckets.delete(buckets.keys().next().value!)
      return secondsUntilOne(tokens, per_minute)
    },
    wait: (subject, per_minute) => secondsUntilOne(tokensOf(subject, per_minute), per_minute),
  }
}
