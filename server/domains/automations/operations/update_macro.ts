import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { actions, Macro, visibilities } from '#contract/records/automation.ts'
import { line } from '#contract/scalars.ts'
import { macro_id } from '#domains/automations/inputs.ts'
import * as macros from '#domains/automations/macros/store.ts'
import { checkActionRights } from '#domains/automations/actions/rights.ts'
import { resolveActions } from '#domains/automations/actions/resolve-names.ts'
import * as rules from '#domains/automations/macros/rules.ts'
import { operation } from '#kernel/operation.ts'

export const update_macro = operation({
  summary: 'Update a macro. Omitted fields stay unchanged; shared macros require workspace:write.',
  description: 'It requires the permissions of its actions, before and after the change.',
  rest: 'PATCH /macros/:macro_id',
  permission: 'conversations:write',
  reader: 'workspace:read',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    macro_id,
    name: line.optional(),
    visibility: z.enum(visibilities).optional().describe('private: you become the owner, and only you can see it'),
    actions: actions.optional(),
  }),
  output: Macro,

  async run(ctx, { macro_id, ...patch }) {
    const before = await macros.getLocked(ctx, macro_id)
    const revised = rules.reviseMacro(ctx.actor, before, patch)
    const after = patch.actions
      ? { ...revised, actions: await resolveActions(ctx, patch.actions, 'conversation') }
      : revised
    for (const { actions } of [before, after]) checkActionRights(ctx.actor, actions, 'conversation')
    const { owner_id: _, ...shown } = after
    if (isDeepStrictEqual({ ...before, ...shown }, before)) return before
    return macros.update(ctx, macro_id, after)
  },
})
