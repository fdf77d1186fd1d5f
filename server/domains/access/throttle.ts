import type { Sql } from '#db/sql.ts'
import { takeAllowance } from '#domains/access/authorise.ts'
import { countedAddress } from '#domains/access/counted-address.ts'
import type { Origin } from '#kernel/audit.ts'
import { Problem } from '#kernel/problem.ts'

/** The subject counted, the attempts allowed, and the window in minutes. */
export type AttemptLimit = readonly [subject: string, attempts: number, minutes: number]

/**
 * Charges the limits in order and rejects at the first that is exhausted. Later limits are then not charged, so a
 * blocked IP address can't use up the attempts of someone's e-mail and lock them out.
 */
export async function throttle(sql: Sql, ...limits: AttemptLimit[]): Promise<void> {
  for (const [subject, attempts, minutes] of limits) {
    // An allowance has 60 slots, so the slot width in seconds equals the window in minutes.
    const { admitted, retry_after } = await takeAllowance(sql, [subject], [attempts], minutes)
    const seconds = Math.ceil(retry_after)
    if (!admitted)
      throw new Problem('rate_limited', `Too many attempts; wait ${seconds} seconds and try again.`, {
        retry_after: seconds,
      })
  }
}

/** Returns an attempt after a successful sign-in, because a whole office may share one IP address. */
export async function refundAttempt(sql: Sql, [subject, attempts, minutes]: AttemptLimit): Promise<void> {
  await sql`select from take_allowance(array[${subject}]::text[], array[${attempts}]::int[], -1, ${minutes}, clock_timestamp())`
}

/** A limit for the address of the caller. */
export function addressLimit(purpose: string, { ip = '' }: Origin, attempts: number, minutes: number): AttemptLimit {
  return [`${purpose}:${countedAddress(ip)}`, attempts, minutes]
}
