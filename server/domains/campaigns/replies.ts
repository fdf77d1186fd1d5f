import type { Message } from '#contract/records/conversation.ts'
import type { Sql } from '#db/sql.ts'
import * as campaigns from '#domains/campaigns/store.ts'
import type { Context } from '#kernel/operation.ts'

const REPLY_WINDOW = '30 days'
/** Statuses of a recipient who has not replied yet. */
const OPEN = ['sent', 'delivered', 'read']

/** The campaign a customer's message replies to: the latest that wrote in the conversation within the window. */
export async function findRepliedTo(
  sql: Sql,
  account_id: string,
  { id, conversation_id, created_at }: Message,
): Promise<{ campaign_id: string; contact_id: string } | undefined> {
  const [latest] = await sql<{ campaign_id: string; contact_id: string; status: string }>`
    select campaign_id, contact_id, status from campaign_recipients
     where account_id = ${account_id} and conversation_id = ${conversation_id} and message_id < ${id}
       and sent_at > ${created_at}::timestamptz - ${REPLY_WINDOW}::interval
     order by message_id desc limit 1`
  return latest && OPEN.includes(latest.status) ? latest : undefined
}

/** Marks the recipient as replied, once, and emits the campaign update. */
export async function recordReply(
  ctx: Context,
  { campaign_id, contact_id }: { campaign_id: string; contact_id: string },
  replied_at: string,
): Promise<void> {
  const account_id = ctx.actor.account.id
  // Serialised by the campaign lock, so the last event has the complete count.
  await ctx.sql`select from campaigns where account_id = ${account_id} and id = ${campaign_id} for no key update`
  const updated = await ctx.sql`
    update campaign_recipients set status = 'replied', replied_at = ${replied_at}
     where account_id = ${account_id} and campaign_id = ${campaign_id} and contact_id = ${contact_id} and status = any(${OPEN}::text[])
    returning contact_id`
  if (updated.length > 0) ctx.emit('campaign.updated', { campaign: await campaigns.get(ctx, campaign_id) })
}
