import { z } from 'zod'
import { InterestItem } from '#contract/records/property.ts'
import { line } from '#contract/scalars.ts'
import { lead_id } from '#domains/crm/inputs.ts'
import { itemFields, property_id } from '#domains/properties/inputs.ts'
import * as items from '#domains/properties/items.ts'
import { operation } from '#kernel/operation.ts'

export const add_lead_item = operation({
  summary: 'Add an interest item to a lead: a property by id, or anything else by name.',
  rest: 'POST /leads/:lead_id/items',
  permission: 'crm:write',
  tool: false,
  status: 201,
  input: z.strictObject({
    lead_id,
    property_id: property_id.optional(),
    name: line.optional().describe('Name of the item, if it is not a property'),
    ...itemFields,
  }),
  output: InterestItem,

  run: (ctx, { lead_id, ...item }) => items.add(ctx, { type: 'lead', id: lead_id }, item),
})
