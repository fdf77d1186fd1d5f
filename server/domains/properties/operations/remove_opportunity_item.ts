import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import { opportunity_id } from '#domains/crm/inputs.ts'
import * as items from '#domains/properties/items.ts'
import { operation } from '#kernel/operation.ts'

export const remove_opportunity_item = operation({
  summary: 'Remove an interest item from an opportunity.',
  rest: 'DELETE /opportunities/:opportunity_id/items/:item_id',
  permission: 'crm:write',
  tool: false,
  destructive: true,
  input: z.strictObject({ opportunity_id, item_id: id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, { opportunity_id, item_id }) {
    await items.remove(ctx, { type: 'opportunity', id: opportunity_id }, item_id)
    return { id: item_id, deleted: true as const }
  },
})
