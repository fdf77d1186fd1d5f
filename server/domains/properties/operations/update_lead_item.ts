import { z } from 'zod'
import { InterestItem } from '#contract/records/property.ts'
import { id, line } from '#contract/scalars.ts'
import { lead_id } from '#domains/crm/inputs.ts'
import { itemFields } from '#domains/properties/inputs.ts'
import * as interests from '#domains/properties/interests.ts'
import { operation } from '#kernel/operation.ts'

export const update_lead_item = operation({
  summary: 'Change the name, quantity or price of an item of a lead. Only the fields given change.',
  rest: 'PATCH /leads/:lead_id/items/:item_id',
  permission: 'crm:write',
  tool: false,
  destructive: true,
  idempotent: true,
  input: z.strictObject({ lead_id, item_id: id, name: line.optional(), ...itemFields }),
  output: InterestItem,

  run: (ctx, { lead_id, item_id, ...patch }) => interests.change(ctx, { type: 'lead', id: lead_id }, item_id, patch),
})
