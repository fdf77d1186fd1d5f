import { z } from 'zod'
import { InterestItem } from '#contract/records/property.ts'
import { line } from '#contract/scalars.ts'
import { opportunity_id } from '#domains/crm/inputs.ts'
import { itemFields, property_id } from '#domains/properties/inputs.ts'
import * as interests from '#domains/properties/interests.ts'
import { operation } from '#kernel/operation.ts'

export const add_opportunity_item = operation({
  summary: 'Add what an opportunity is about: a property by its id, or anything by its name.',
  rest: 'POST /opportunities/:opportunity_id/items',
  permission: 'crm:write',
  tool: false,
  status: 201,
  input: z.strictObject({
    opportunity_id,
    property_id: property_id.optional(),
    name: line.optional().describe('What it is, where it is no property of the catalog'),
    ...itemFields,
  }),
  output: InterestItem,

  run: (ctx, { opportunity_id, ...item }) => interests.add(ctx, { type: 'opportunity', id: opportunity_id }, item),
})
