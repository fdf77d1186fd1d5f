import type { FastifyReply } from 'fastify'
import { type Allowance, takeAllowance } from '#domains/access/authorise.ts'
import { attempt } from '#doors/attempt.ts'
import { Problem } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

/** Charges each subject one call of its quota per minute (or per sixty slots of another width); rejects when any is used up. */
export async function charge(
  database: Runtime['database'],
  subjects: string[],
  quotas: number[],
  slotSeconds = 1,
): Promise<void> {
  const { admitted, retry_after } = await attempt(database, () =>
    takeAllowance(database.sql, subjects, quotas, slotSeconds),
  )
  if (!admitted) throw rateLimited(retry_after)
}

/** A 429 that names the first whole second at which a call is admitted again. */
export function rateLimited(seconds: number): Problem {
  const retry_after = Math.max(1, Math.ceil(seconds))
  return new Problem('rate_limited', `Too many requests; retry in ${retry_after} seconds.`, { retry_after })
}

const MAX_REMEMBERED = 10_000

/**
 * Callers over their limit, who are answered from memory: one that keeps calling does not reach the database. The
 * time is that of this node.
 */
export function createRefusalMemory() {
  const refusedUntil = new Map<string, number>()
  return {
    check(credential: string): void {
      const until = refusedUntil.get(credential)
      if (until === undefined) return
      if (Date.now() < until) throw rateLimited((until - Date.now()) / 1000)
      refusedUntil.delete(credential)
    },
    remember(credential: string, seconds: number): void {
      if (refusedUntil.size > MAX_REMEMBERED) refusedUntil.clear()
      refusedUntil.set(credential, Date.now() + seconds * 1000)
    },
  }
}

/** Writes the remaining allowance of each limit, in the order the limits are charged. */
export function writeRateLimitHeaders(
  reply: FastifyReply,
  policy: string,
  names: readonly string[],
  { remaining, resets }: Allowance,
): void {
  reply.header('ratelimit-policy', policy)
  reply.header('ratelimit', names.map((name, i) => `"${name}";r=${remaining[i]};t=${resets[i]}`).join(', '))
}
