import { z } from 'zod'
import { CustomAttribute } from '#contract/records/workspace.ts'
import { page } from '#contract/scalars.ts'
import * as attributes from '#domains/workspace/custom-attributes/store.ts'
import { operation } from '#kernel/operation.ts'

export const list_custom_attributes = operation({
  summary: 'List the custom attributes defined for contacts, conversations, leads and opportunities.',
  description: 'Use it before create_custom_attribute, and to see which keys and values custom attributes accept.',
  rest: 'GET /custom-attributes',
  permission: 'workspace:read',
  input: z.strictObject({}),
  output: page(CustomAttribute),

  async run(ctx) {
    return { items: await attributes.list(ctx), next_cursor: null }
  },
})
