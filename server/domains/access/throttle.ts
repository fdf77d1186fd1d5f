import type { Sql } from '#db/sql.ts'
import { takeAllowance } from '#domains/access/authorise.ts'
import { Problem } from '#kernel/problem.ts'

/** Who is counted, how often they may try, and in how many minutes. */
export type Bound = readonly [subject: string, tries: number, minutes: number]

/**
 * Charges one try after another, and refuses at the first that has none left. What comes later is then not charged:
 * an address that is already refused uses up nothing of an e-mail's, so that nobody can lock another out by knocking.
 */
export async function throttle(sql: Sql, ...bounds: Bound[]): Promise<void> {
  for (const [subject, tries, minutes] of bounds) {
    // Allowances have sixty slots, so a slot has as many seconds as the bound has minutes.
    const { admitted, retry_after } = await takeAllowance(sql, [subject], [tries], minutes)
    const seconds = Math.ceil(retry_after)
    if (!admitted)
      throw new Problem('rate_limited', `Too many attempts; wait ${seconds} seconds and try again.`, {
        retry_after: seconds,
      })
  }
}

/** Gives a try back: whoever came in rightly was no guess, and a whole office may share one address. */
export async function forgive(sql: Sql, [subject, tries, minutes]: Bound): Promise<void> {
  await sql`select from take_allowance(array[${subject}]::text[], array[${tries}]::int[], -1, ${minutes}, clock_timestamp())`
}

/** Ten tries in fifteen minutes to prove that one is who has this e-mail, by whatever means. */
export function proofOf(email: string): Bound {
  return [`sign-in:${email.trim().toLowerCase()}`, 10, 15]
}
