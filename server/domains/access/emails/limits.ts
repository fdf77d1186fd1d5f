import { takeAllowance } from '#domains/access/authorise.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** E-mails per hour, to one address from the whole installation, and by one workspace. */
const limits = {
  /** Mail that a person or program asks for: invitations, and failed mail sent again. */
  request: { address: 5, workspace: 200 },
  /** Mail of rules and macros. */
  automation: { address: 300, workspace: 3_000 },
}

const MINUTES = 60

/** Counts an e-mail to an address of the caller's choice. Returns the seconds to wait if there were too many. */
export async function countEmail(ctx: Context, kind: keyof typeof limits, to: string): Promise<number | undefined> {
  const { address, workspace } = limits[kind]
  const subjects = [`mail-to:${kind}:${to.trim().toLowerCase()}`, `mail-of:${kind}:${ctx.actor.account.id}`]
  // An allowance has 60 slots, so the slot width in seconds equals the window in minutes.
  const { admitted, retry_after } = await takeAllowance(ctx.sql, subjects, [address, workspace], MINUTES)
  return admitted ? undefined : Math.ceil(retry_after)
}

/** Refuses to send more e-mails to an address, or from a workspace, than the limit. */
export async function checkEmailLimit(ctx: Context, to: string): Promise<void> {
  const seconds = await countEmail(ctx, 'request', to)
  if (seconds !== undefined)
    reject(
      'rate_limited',
      `Too many e-mails to this address or from this workspace within an hour; wait ${seconds} seconds and try again.`,
      undefined,
      { retry_after: seconds },
    )
}
