import { z } from 'zod'
import { Campaign, campaign_statuses } from '#contract/records/campaign.ts'
import { cursor, limit, page } from '#contract/scalars.ts'
import * as campaigns from '#domains/campaigns/store.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const list_campaigns = operation({
  summary: 'List campaigns and their progress, newest first.',
  rest: 'GET /campaigns',
  permission: 'admin',
  tool: false,
  input: z.strictObject({
    status: z.enum(campaign_statuses).optional().describe('Filter by status'),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  output: page(Campaign),

  async run(ctx, input) {
    const { after, limit } = readPage(ctx, input)
    const rows = await campaigns.list(ctx, input.status, after, limit)
    return toPage(ctx, input, rows, (campaign) => [campaign.created_at, campaign.id])
  },
})
