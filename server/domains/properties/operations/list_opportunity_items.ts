import { z } from 'zod'
import { InterestItem } from '#contract/records/property.ts'
import { opportunity_id } from '#domains/crm/inputs.ts'
import * as items from '#domains/properties/items.ts'
import { operation } from '#kernel/operation.ts'

export const list_opportunity_items = operation({
  summary: 'List the interest items of an opportunity.',
  rest: 'GET /opportunities/:opportunity_id/items',
  permission: 'crm:read',
  tool: false,
  input: z.strictObject({ opportunity_id }),
  output: z.object({ items: z.array(InterestItem) }),

  run: async (ctx, { opportunity_id }) => ({
    items: await items.list(ctx, { type: 'opportunity', id: opportunity_id }),
  }),
})
