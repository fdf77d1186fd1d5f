import { z } from 'zod'
import { InterestItem } from '#contract/records/property.ts'
import { id, line } from '#contract/scalars.ts'
import { opportunity_id } from '#domains/crm/inputs.ts'
import { itemFields } from '#domains/properties/inputs.ts'
import * as interests from '#domains/properties/interests.ts'
import { operation } from '#kernel/operation.ts'

export const update_opportunity_item = operation({
  summary: 'Change the name, quantity or price of an item of an opportunity. Only the fields given change.',
  rest: 'PATCH /opportunities/:opportunity_id/items/:item_id',
  permission: 'crm:write',
  tool: false,
  destructive: true,
  idempotent: true,
  input: z.strictObject({ opportunity_id, item_id: id, name: line.optional(), ...itemFields }),
  output: InterestItem,

  run: (ctx, { opportunity_id, item_id, ...patch }) =>
    interests.change(ctx, { type: 'opportunity', id: opportunity_id }, item_id, patch),
})
