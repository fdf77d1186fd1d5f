import { z } from 'zod'
import { CustomAttribute } from '#contract/records/workspace.ts'
import { id } from '#contract/scalars.ts'
import * as attributes from '#domains/workspace/custom-attributes/store.ts'
import { operation } from '#kernel/operation.ts'

export const get_custom_attribute = operation({
  summary: 'Get a custom attribute.',
  rest: 'GET /custom-attributes/:custom_attribute_id',
  permission: 'workspace:read',
  tool: false,
  input: z.strictObject({ custom_attribute_id: id }),
  output: CustomAttribute,

  run(ctx, { custom_attribute_id }) {
    return attributes.get(ctx, custom_attribute_id)
  },
})
