import { z } from 'zod'
import { Campaign } from '#contract/records/campaign.ts'
import { resolve } from '#domains/campaigns/audience.ts'
import { checkMessage } from '#domains/campaigns/content.ts'
import { campaign_fields } from '#domains/campaigns/inputs.ts'
import * as rules from '#domains/campaigns/rules.ts'
import * as campaigns from '#domains/campaigns/store.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { operation } from '#kernel/operation.ts'

export const create_campaign = operation({
  summary: 'Create a campaign: one message to many contacts, sent now or later.',
  description: 'Without scheduled_at it stays a draft until start_campaign. The audience is resolved when it starts.',
  rest: 'POST /campaigns',
  permission: 'admin',
  tool: false,
  status: 201,
  audit: { without: [] },
  input: z.strictObject({
    ...campaign_fields,
    content: campaign_fields.content.optional(),
    template: campaign_fields.template.optional(),
    scheduled_at: campaign_fields.scheduled_at.optional(),
    per_minute: campaign_fields.per_minute.default(60),
  }),
  output: Campaign,

  async run(ctx, { inbox, scheduled_at = null, ...input }) {
    const name = rules.checkName(input.name)
    const start = rules.schedule(scheduled_at, ctx.now)
    const sender = await inboxes.get(ctx, { inbox })
    const message = await checkMessage(ctx, sender, input)
    const audience = await resolve(ctx, input.audience)
    const campaign = await campaigns.insert(ctx, {
      ...input,
      ...start,
      ...message,
      name,
      inbox_id: sender.id,
      audience,
    })
    ctx.emit('campaign.updated', { campaign })
    return campaign
  },
})
