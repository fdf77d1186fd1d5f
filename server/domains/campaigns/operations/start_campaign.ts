import { z } from 'zod'
import { Campaign } from '#contract/records/campaign.ts'
import { campaign_id } from '#domains/campaigns/inputs.ts'
import * as rules from '#domains/campaigns/rules.ts'
import { begin } from '#domains/campaigns/starting.ts'
import * as campaigns from '#domains/campaigns/store.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const start_campaign = operation({
  summary: 'Start a campaign now; one that was stopped goes on where it stopped.',
  rest: 'POST /campaigns/:campaign_id/start',
  permission: 'admin',
  tool: false,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({ campaign_id }),
  output: Campaign,

  async run(ctx, { campaign_id }) {
    const before = await campaigns.getLocked(ctx, campaign_id)
    if (!rules.starts(before.status)) return before
    const { campaign, meant } = await begin(ctx, before)
    if (meant === 0) reject('invalid_state', 'Nobody is in the audience; change it with update_campaign first.')
    return campaign
  },
})
