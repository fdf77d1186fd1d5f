import { z } from 'zod'
import { InterestItem } from '#contract/records/property.ts'
import { lead_id } from '#domains/crm/inputs.ts'
import * as items from '#domains/properties/items.ts'
import { operation } from '#kernel/operation.ts'

export const list_lead_items = operation({
  summary: 'List the interest items of a lead.',
  rest: 'GET /leads/:lead_id/items',
  permission: 'crm:read',
  tool: false,
  input: z.strictObject({ lead_id }),
  output: z.object({ items: z.array(InterestItem) }),

  run: async (ctx, { lead_id }) => ({ items: await items.list(ctx, { type: 'lead', id: lead_id }) }),
})
