import { z } from 'zod'
import { InterestItem } from '#contract/records/property.ts'
import { id, line } from '#contract/scalars.ts'
import { lead_id } from '#domains/crm/inputs.ts'
import { itemFields } from '#domains/properties/inputs.ts'
import * as items from '#domains/properties/items.ts'
import { operation } from '#kernel/operation.ts'

export const update_lead_item = operation({
  summary: 'Update the name, quantity or price of an interest item of a lead. Only the given fields change.',
  rest: 'PATCH /leads/:lead_id/items/:item_id',
  permission: 'crm:write',
  tool: false,
  destructive: true,
  idempotent: true,
  input: z.strictObject({ lead_id, item_id: id, name: line.optional(), ...itemFields }),
  output: InterestItem,

  run: (ctx, { lead_id, item_id, ...patch }) => items.update(ctx, { type: 'lead', id: lead_id }, item_id, patch),
})
