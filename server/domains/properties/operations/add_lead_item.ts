import { z } from 'zod'
import { InterestItem } from '#contract/records/property.ts'
import { line } from '#contract/scalars.ts'
import { lead_id } from '#domains/crm/inputs.ts'
import { itemFields, property_id } from '#domains/properties/inputs.ts'
import * as interests from '#domains/properties/interests.ts'
import { operation } from '#kernel/operation.ts'

export const add_lead_item = operation({
  summary: 'Add what a lead is about: a property by its id, or anything by its name.',
  rest: 'POST /leads/:lead_id/items',
  permission: 'crm:write',
  tool: false,
  status: 201,
  input: z.strictObject({
    lead_id,
    property_id: property_id.optional(),
    name: line.optional().describe('What it is, where it is no property of the catalog'),
    ...itemFields,
  }),
  output: InterestItem,

  run: (ctx, { lead_id, ...item }) => interests.add(ctx, { type: 'lead', id: lead_id }, item),
})
