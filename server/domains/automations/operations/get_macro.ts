import { z } from 'zod'
import { Macro } from '#contract/records/automation.ts'
import { macro_id } from '#domains/automations/inputs.ts'
import * as macros from '#domains/automations/macros/store.ts'
import { operation } from '#kernel/operation.ts'

export const get_macro = operation({
  summary: 'Get a shared macro or one of your own.',
  rest: 'GET /macros/:macro_id',
  permission: 'workspace:read',
  tool: false,
  input: z.strictObject({ macro_id }),
  output: Macro,

  run(ctx, { macro_id }) {
    return macros.get(ctx, macro_id)
  },
})
