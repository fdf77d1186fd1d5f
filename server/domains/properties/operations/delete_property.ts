import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import { property_id } from '#domains/properties/inputs.ts'
import * as properties from '#domains/properties/store.ts'
import { operation } from '#kernel/operation.ts'

export const delete_property = operation({
  summary: 'Delete a property with its images. Leads and opportunities keep it as an item by name.',
  rest: 'DELETE /properties/:property_id',
  permission: 'crm:write',
  module: 'real_estate',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ property_id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, { property_id }) {
    const property = await properties.getLocked(ctx, property_id)
    await properties.remove(ctx, property_id)
    ctx.emit('property.deleted', { property })
    return { id: property_id, deleted: true as const }
  },
})
