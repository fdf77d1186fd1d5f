import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import { campaign_id } from '#domains/campaigns/inputs.ts'
import * as rules from '#domains/campaigns/rules.ts'
import * as campaigns from '#domains/campaigns/store.ts'
import { operation } from '#kernel/operation.ts'

export const delete_campaign = operation({
  summary: 'Delete a campaign that is not running. Sent messages stay in their conversations.',
  rest: 'DELETE /campaigns/:campaign_id',
  permission: 'admin',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ campaign_id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, { campaign_id }) {
    const { id, status } = await campaigns.getLocked(ctx, campaign_id)
    rules.checkDelete(status)
    await campaigns.remove(ctx, id)
    return { id, deleted: true as const }
  },
})
