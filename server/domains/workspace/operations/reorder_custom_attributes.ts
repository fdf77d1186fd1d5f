import { z } from 'zod'
import { CustomAttribute } from '#contract/records/workspace.ts'
import { page } from '#contract/scalars.ts'
import * as attributes from '#domains/workspace/custom-attributes/store.ts'
import { ordered_ids, reorder } from '#domains/workspace/reorder.ts'
import { operation } from '#kernel/operation.ts'

export const reorder_custom_attributes = operation({
  summary: 'Reorder custom attributes. Omitted ones follow; new ones come last, by name.',
  rest: 'PUT /custom-attributes/order',
  permission: 'workspace:write',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({ ids: ordered_ids }),
  output: page(CustomAttribute),

  async run(ctx, { ids }) {
    await reorder(ctx, 'custom_attribute_definitions', ids)
    return { items: await attributes.list(ctx), next_cursor: null }
  },
})
