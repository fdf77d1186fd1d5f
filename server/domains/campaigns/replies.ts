import type { Message } from '#contract/records/conversation.ts'
import type { Sql } from '#db/sql.ts'
import * as campaigns from '#domains/campaigns/store.ts'
import type { Context } from '#kernel/operation.ts'

const ANSWERS_WITHIN = '30 days'

/** The campaign a customer's message answers: the latest that wrote in the conversation before, not long ago. */
export async function findAnswered(
  sql: Sql,
  account_id: string,
  { id, conversation_id, created_at }: Message,
): Promise<{ campaign_id: string; contact_id: string } | undefined> {
  const [latest] = await sql<{ campaign_id: string; contact_id: string; status: string }>`
    select campaign_id, contact_id, status from campaign_recipients
     where account_id = ${account_id} and conversation_id = ${conversation_id} and message_id < ${id}
       and sent_at > ${created_at}::timestamptz - ${ANSWERS_WITHIN}::interval
     order by message_id desc limit 1`
  return latest?.status === 'sent' ? latest : undefined
}

/** Remembers that they answered, once, and tells those who watch the campaign. */
export async function noteReply(
  ctx: Context,
  { campaign_id, contact_id }: { campaign_id: string; contact_id: string },
  replied_at: string,
): Promise<void> {
  const account_id = ctx.actor.account.id
  // In turn, so that the last who tells how many answered has counted all.
  await ctx.sql`select from campaigns where account_id = ${account_id} and id = ${campaign_id} for no key update`
  const noted = await ctx.sql`
    update campaign_recipients set status = 'replied', replied_at = ${replied_at}
     where account_id = ${account_id} and campaign_id = ${campaign_id} and contact_id = ${contact_id} and status = 'sent' returning contact_id`
  if (noted.length > 0) ctx.emit('campaign.updated', { campaign: await campaigns.get(ctx, campaign_id) })
}
