import { z } from 'zod'
import { Campaign } from '#contract/records/campaign.ts'
import { campaign_id } from '#domains/campaigns/inputs.ts'
import * as rules from '#domains/campaigns/rules.ts'
import { startCampaign } from '#domains/campaigns/start.ts'
import * as campaigns from '#domains/campaigns/store.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const start_campaign = operation({
  summary: 'Start a campaign now, or resume a stopped one.',
  rest: 'POST /campaigns/:campaign_id/start',
  permission: 'admin',
  tool: false,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({ campaign_id }),
  output: Campaign,

  async run(ctx, { campaign_id }) {
    const before = await campaigns.getLocked(ctx, campaign_id)
    if (!rules.needsStart(before.status)) return before
    await campaigns.setMaker(ctx, campaign_id)
    const { campaign, recipients } = await startCampaign(ctx, before)
    if (recipients === 0) reject('invalid_state', 'The audience is empty; change it with update_campaign first.')
    return campaign
  },
})
