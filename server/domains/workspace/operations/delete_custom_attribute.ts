import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import * as attributes from '#domains/workspace/custom-attributes/store.ts'
import { operation } from '#kernel/operation.ts'

export const delete_custom_attribute = operation({
  summary: 'Delete a custom attribute. Records keep the values stored under its key.',
  rest: 'DELETE /custom-attributes/:custom_attribute_id',
  permission: 'workspace:write',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ custom_attribute_id: id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, { custom_attribute_id }) {
    await attributes.getLocked(ctx, custom_attribute_id)
    await attributes.remove(ctx, custom_attribute_id)
    return { id: custom_attribute_id, deleted: true as const }
  },
})
