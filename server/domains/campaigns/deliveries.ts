import type { Message } from '#contract/records/conversation.ts'
import * as campaigns from '#domains/campaigns/store.ts'
import type { Context } from '#kernel/operation.ts'

/** Minimum time between two events about the figures of a campaign. */
const EMIT_INTERVAL = '2 seconds'

/** Moves the recipient of a campaign's message on: to delivered, read or failed; never back. */
export async function recordStatus(
  ctx: Context,
  { id, status, failure, author }: Pick<Message, 'id' | 'status' | 'failure' | 'author'>,
): Promise<void> {
  const account_id = ctx.actor.account.id
  const from = before[status]
  if (!from) return
  const moved = await ctx.sql`
    update campaign_recipients set status = ${status}, error = ${failure?.detail ?? null}
     where account_id = ${account_id} and message_id = ${id} and status = any(${from}::text[]) returning contact_id`
  if (moved.length === 0 || author.id === null) return
  // Counting the recipients for every message would cost more than sending them.
  const due = await ctx.sql`
    update campaigns set updated_at = ${ctx.now}
     where account_id = ${account_id} and id = ${author.id} and updated_at < ${ctx.now}::timestamptz - ${EMIT_INTERVAL}::interval returning id`
  if (due.length > 0) ctx.emit('campaign.updated', { campaign: await campaigns.get(ctx, author.id) })
}

/** Statuses of a recipient that a status of the message follows. A failure may turn out to be a late success. */
const before: Readonly<Partial<Record<Message['status'], readonly string[]>>> = {
  sent: ['failed'],
  delivered: ['sent', 'failed'],
  read: ['sent', 'delivered', 'failed'],
  failed: ['sent'],
}
