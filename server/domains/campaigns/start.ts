import type { Campaign } from '#contract/records/campaign.ts'
import { insertRecipients } from '#domains/campaigns/audience.ts'
import * as campaigns from '#domains/campaigns/store.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import type { Context } from '#kernel/operation.ts'

/**
 * Starts a locked campaign: the audience is resolved and stored in this transaction. A stopped campaign continues with
 * its remaining recipients. Also returns the number of recipients.
 */
export async function startCampaign(
  ctx: Context,
  before: Campaign,
): Promise<{ campaign: Campaign; recipients: number }> {
  const recipients = before.started_at ? before.progress.total : await insertAudience(ctx, before)
  const campaign = await campaigns.markRunning(ctx, before.id)
  ctx.emit('campaign.updated', { campaign })
  return { campaign, recipients }
}

async function insertAudience(ctx: Context, { id, inbox }: Campaign): Promise<number> {
  const [audience, where] = await Promise.all([
    campaigns.getAudience(ctx, id),
    inboxes.get(ctx, { inbox_id: inbox.id }),
  ])
  return insertRecipients(ctx, id, audience, where)
}
