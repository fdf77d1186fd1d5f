import type { Campaign } from '#contract/records/campaign.ts'
import { enrol } from '#domains/campaigns/audience.ts'
import * as campaigns from '#domains/campaigns/store.ts'
import * as inboxes from '#domains/workspace/inboxes.ts'
import type { Context } from '#kernel/operation.ts'

/**
 * Starts a campaign that is held. Who it is for is decided now and written down, all in this transaction; one that was
 * stopped goes on with those it had not come to. Answers how many it is for besides.
 */
export async function begin(ctx: Context, before: Campaign): Promise<{ campaign: Campaign; meant: number }> {
  const meant = before.started_at ? before.progress.total : await enrolAll(ctx, before)
  const campaign = await campaigns.run(ctx, before.id)
  ctx.emit('campaign.updated', { campaign })
  return { campaign, meant }
}

async function enrolAll(ctx: Context, { id, inbox }: Campaign): Promise<number> {
  const [audience, where] = await Promise.all([
    campaigns.getAudience(ctx, id),
    inboxes.get(ctx, { inbox_id: inbox.id }),
  ])
  return enrol(ctx, id, audience, where)
}
