import { z } from 'zod'
import { Campaign, type CampaignTemplate } from '#contract/records/campaign.ts'
import { resolve } from '#domains/campaigns/audience.ts'
import { checkMessage } from '#domains/campaigns/content.ts'
import { campaign_fields, campaign_id } from '#domains/campaigns/inputs.ts'
import * as rules from '#domains/campaigns/rules.ts'
import * as campaigns from '#domains/campaigns/store.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { makerOf } from '#domains/access/makers.ts'
import { type Context, operation } from '#kernel/operation.ts'

export const update_campaign = operation({
  summary: 'Update a campaign that has not started. Setting scheduled_at to null makes it a draft again.',
  rest: 'PATCH /campaigns/:campaign_id',
  permission: 'admin',
  tool: false,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({ campaign_id, ...z.object(campaign_fields).partial().shape }),
  output: Campaign,

  async run(ctx, { campaign_id, name, audience, scheduled_at, per_minute, ...message }) {
    const before = await campaigns.getLocked(ctx, campaign_id)
    rules.checkEditable(before)
    const campaign = await campaigns.update(ctx, campaign_id, {
      maker: makerOf(ctx.actor),
      problem: null,
      ...(name !== undefined && { name: rules.checkName(name) }),
      ...(per_minute !== undefined && { per_minute }),
      ...(scheduled_at !== undefined && rules.schedule(scheduled_at, ctx.now)),
      ...(Object.keys(message).length > 0 && (await reviseMessage(ctx, before, message))),
      ...(audience !== undefined && { audience: await resolve(ctx, audience) }),
    })
    ctx.emit('campaign.updated', { campaign })
    return campaign
  },
})

type MessageChanges = {
  inbox?: string | undefined
  content?: string | undefined
  template?: CampaignTemplate | null | undefined
}

/** Inbox, text and template, which must fit together. Text replaces a template, and the other way round. */
async function reviseMessage(ctx: Context, before: Campaign, { inbox, content, template }: MessageChanges) {
  const sender = await inboxes.get(ctx, inbox === undefined ? { inbox_id: before.inbox.id } : { inbox })
  const kept = content === undefined && template === undefined ? before : { content, template }
  return { inbox_id: sender.id, ...(await checkMessage(ctx, sender, kept)) }
}
