import { z } from 'zod'
import { Campaign } from '#contract/records/campaign.ts'
import { resolve } from '#domains/campaigns/audience.ts'
import { checkWords } from '#domains/campaigns/content.ts'
import { campaign_fields, campaign_id } from '#domains/campaigns/inputs.ts'
import * as rules from '#domains/campaigns/rules.ts'
import * as campaigns from '#domains/campaigns/store.ts'
import * as inboxes from '#domains/workspace/inboxes.ts'
import { operation } from '#kernel/operation.ts'

export const update_campaign = operation({
  summary: 'Change a campaign that has not begun; scheduled_at null makes it a draft again.',
  rest: 'PATCH /campaigns/:campaign_id',
  permission: 'admin',
  tool: false,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({ campaign_id, ...z.object(campaign_fields).partial().shape }),
  output: Campaign,

  async run(ctx, { campaign_id, name, inbox, content, audience, scheduled_at, per_minute }) {
    const before = await campaigns.getLocked(ctx, campaign_id)
    rules.checkChange(before)
    const campaign = await campaigns.update(ctx, campaign_id, {
      ...(name !== undefined && { name: rules.checkName(name) }),
      ...(content !== undefined && { content: checkWords(content) }),
      ...(per_minute !== undefined && { per_minute }),
      ...(scheduled_at !== undefined && rules.schedule(scheduled_at, ctx.now)),
      ...(inbox !== undefined && { inbox_id: (await inboxes.get(ctx, { inbox })).id }),
      ...(audience !== undefined && { audience: await resolve(ctx, audience) }),
    })
    ctx.emit('campaign.updated', { campaign })
    return campaign
  },
})
