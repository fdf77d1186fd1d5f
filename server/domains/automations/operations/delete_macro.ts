import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import { macro_id } from '#domains/automations/inputs.ts'
import * as macros from '#domains/automations/macros/store.ts'
import * as rules from '#domains/automations/macros/rules.ts'
import * as runs from '#domains/automations/runs/store.ts'
import { operation } from '#kernel/operation.ts'

export const delete_macro = operation({
  summary: 'Delete one of your macros, or a shared one with workspace:write.',
  rest: 'DELETE /macros/:macro_id',
  permission: 'conversations:write',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ macro_id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, { macro_id }) {
    const { visibility } = await macros.getLocked(ctx, macro_id)
    rules.checkSharing(ctx.actor, visibility)
    await runs.cancelRunsOf(ctx, { macro_id })
    await macros.remove(ctx, macro_id)
    return { id: macro_id, deleted: true as const }
  },
})
