import { z } from 'zod'
import { CampaignRecipient, recipient_statuses } from '#contract/records/campaign.ts'
import { cursor, limit, page } from '#contract/scalars.ts'
import { campaign_id } from '#domains/campaigns/inputs.ts'
import * as recipients from '#domains/campaigns/recipients.ts'
import * as campaigns from '#domains/campaigns/store.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const list_campaign_recipients = operation({
  summary: 'List the recipients of a campaign and their status, by contact id.',
  rest: 'GET /campaigns/:campaign_id/recipients',
  permission: 'admin',
  tool: false,
  input: z.strictObject({
    campaign_id,
    status: z.enum(recipient_statuses).optional().describe('Filter by status'),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  output: page(CampaignRecipient),

  async run(ctx, input) {
    const { id } = await campaigns.get(ctx, input.campaign_id)
    const { after, limit } = readPage(ctx, input)
    const rows = await recipients.list(ctx, id, input.status, after, limit)
    return toPage(ctx, input, rows, ({ contact }) => [contact.id])
  },
})
