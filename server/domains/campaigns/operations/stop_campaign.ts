import { z } from 'zod'
import { Campaign } from '#contract/records/campaign.ts'
import { campaign_id } from '#domains/campaigns/inputs.ts'
import * as rules from '#domains/campaigns/rules.ts'
import * as campaigns from '#domains/campaigns/store.ts'
import { operation } from '#kernel/operation.ts'

export const stop_campaign = operation({
  summary: 'Stop a campaign that runs or is scheduled: nothing more is sent until it is started again.',
  rest: 'POST /campaigns/:campaign_id/stop',
  permission: 'admin',
  tool: false,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({ campaign_id }),
  output: Campaign,

  async run(ctx, { campaign_id }) {
    // Whoever sends holds the campaign, so that once this returns nobody is being written to.
    const before = await campaigns.getLocked(ctx, campaign_id)
    if (!rules.stops(before.status)) return before
    const campaign = await campaigns.update(ctx, campaign_id, { status: 'stopped' })
    ctx.emit('campaign.updated', { campaign })
    return campaign
  },
})
