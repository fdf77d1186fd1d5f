import { z } from 'zod'
import { Campaign } from '#contract/records/campaign.ts'
import { campaign_id } from '#domains/campaigns/inputs.ts'
import * as rules from '#domains/campaigns/rules.ts'
import * as campaigns from '#domains/campaigns/store.ts'
import { operation } from '#kernel/operation.ts'

export const stop_campaign = operation({
  summary: 'Stop a running or scheduled campaign. Nothing more is sent until it is started again.',
  rest: 'POST /campaigns/:campaign_id/stop',
  permission: 'admin',
  tool: false,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({ campaign_id }),
  output: Campaign,

  async run(ctx, { campaign_id }) {
    // The lock waits for a batch in progress, so nothing is sent after this returns.
    const before = await campaigns.getLocked(ctx, campaign_id)
    if (!rules.needsStop(before.status)) return before
    const campaign = await campaigns.update(ctx, campaign_id, { status: 'stopped' })
    ctx.emit('campaign.updated', { campaign })
    return campaign
  },
})
