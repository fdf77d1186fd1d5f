import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { actions, Macro, visibilities } from '#contract/records/automation.ts'
import { line } from '#contract/scalars.ts'
import { macro_id } from '#domains/automations/inputs.ts'
import * as macros from '#domains/automations/macros.ts'
import { settle } from '#domains/automations/naming.ts'
import * as rules from '#domains/automations/rules.ts'
import { operation } from '#kernel/operation.ts'

export const update_macro = operation({
  summary: 'Change a macro. Only the fields given change; what is or shall be shared needs workspace:write.',
  rest: 'PATCH /macros/:macro_id',
  permission: 'conversations:write',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    macro_id,
    name: line.optional(),
    visibility: z.enum(visibilities).optional().describe('private: it becomes yours, and only you see it'),
    actions: actions.optional(),
  }),
  output: Macro,

  async run(ctx, { macro_id, ...patch }) {
    const before = await macros.getLocked(ctx, macro_id)
    const revised = rules.reviseMacro(ctx.actor, before, patch)
    const after = patch.actions ? { ...revised, actions: await settle(ctx, patch.actions, 'conversation') } : revised
    const { owner_id: _, ...shown } = after
    if (isDeepStrictEqual({ ...before, ...shown }, before)) return before
    return macros.update(ctx, macro_id, after)
  },
})
