import { z } from 'zod'
import { Macro } from '#contract/records/automation.ts'
import { page } from '#contract/scalars.ts'
import * as macros from '#domains/automations/macros/store.ts'
import { operation } from '#kernel/operation.ts'

export const list_macros = operation({
  summary: 'List shared macros and your own, in their order, then by name.',
  rest: 'GET /macros',
  permission: 'workspace:read',
  tool: false,
  input: z.strictObject({}),
  output: page(Macro),

  async run(ctx) {
    return { items: await macros.list(ctx), next_cursor: null }
  },
})
