import { z } from 'zod'
import { Campaign } from '#contract/records/campaign.ts'
import { campaign_id } from '#domains/campaigns/inputs.ts'
import * as campaigns from '#domains/campaigns/store.ts'
import { operation } from '#kernel/operation.ts'

export const get_campaign = operation({
  summary: 'Get a campaign and its progress.',
  rest: 'GET /campaigns/:campaign_id',
  permission: 'admin',
  tool: false,
  input: z.strictObject({ campaign_id }),
  output: Campaign,

  run: (ctx, { campaign_id }) => campaigns.get(ctx, campaign_id),
})
