import { z } from 'zod'
import { InterestItem } from '#contract/records/property.ts'
import { line } from '#contract/scalars.ts'
import { opportunity_id } from '#domains/crm/inputs.ts'
import { itemFields, property_id } from '#domains/properties/inputs.ts'
import * as items from '#domains/properties/items.ts'
import { operation } from '#kernel/operation.ts'

export const add_opportunity_item = operation({
  summary: 'Add an interest item to an opportunity: a property by id, or anything else by name.',
  rest: 'POST /opportunities/:opportunity_id/items',
  permission: 'crm:write',
  tool: false,
  status: 201,
  input: z.strictObject({
    opportunity_id,
    property_id: property_id.optional(),
    name: line.optional().describe('Name of the item, if it is not a property'),
    ...itemFields,
  }),
  output: InterestItem,

  run: (ctx, { opportunity_id, ...item }) => items.add(ctx, { type: 'opportunity', id: opportunity_id }, item),
})
