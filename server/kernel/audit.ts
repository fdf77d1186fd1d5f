import type { Call } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'
import type { Context } from '#kernel/operation.ts'

/** Remembers who did it, with what was given but for its secrets, in the same transaction. */
export async function recordAudit(
  ctx: Context,
  action: string,
  without: readonly string[],
  input: unknown,
  call: Call,
): Promise<void> {
  const details = Object.fromEntries(Object.entries(input as object).filter(([field]) => !without.includes(field)))
  await ctx.sql`
    insert into audit_entries (account_id, action, actor, details, request_id, ip, created_at)
    values (${ctx.actor.account.id}, ${action}, ${author(ctx.actor)}, ${details}, ${call.request_id}, ${call.ip ?? null}, ${ctx.now})`
}
