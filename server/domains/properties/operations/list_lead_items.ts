import { z } from 'zod'
import { InterestItem } from '#contract/records/property.ts'
import { lead_id } from '#domains/crm/inputs.ts'
import * as interests from '#domains/properties/interests.ts'
import { operation } from '#kernel/operation.ts'

export const list_lead_items = operation({
  summary: 'List what a lead is about: properties, or anything by its name.',
  rest: 'GET /leads/:lead_id/items',
  permission: 'crm:read',
  tool: false,
  input: z.strictObject({ lead_id }),
  output: z.object({ items: z.array(InterestItem) }),

  run: async (ctx, { lead_id }) => ({ items: await interests.list(ctx, { type: 'lead', id: lead_id }) }),
})
