import { z } from 'zod'
import { actions, Macro, visibilities } from '#contract/records/automation.ts'
import { line } from '#contract/scalars.ts'
import * as macros from '#domains/automations/macros/store.ts'
import { checkActionRights } from '#domains/automations/actions/rights.ts'
import { resolveActions } from '#domains/automations/actions/resolve-names.ts'
import * as rules from '#domains/automations/macros/rules.ts'
import { operation } from '#kernel/operation.ts'

export const create_macro = operation({
  summary: 'Create a macro: actions to run on conversations. Sharing requires workspace:write.',
  description: 'It requires the permissions of its actions.',
  rest: 'POST /macros',
  permission: 'conversations:write',
  reader: 'workspace:read',
  tool: false,
  status: 201,
  audit: { without: [] },
  input: z.strictObject({
    name: line,
    visibility: z.enum(visibilities).optional().describe('Default private: only you can see and run it'),
    actions,
  }),
  output: Macro,

  async run(ctx, { visibility = 'private', ...rest }) {
    const macro = rules.newMacro(ctx.actor, { ...rest, visibility })
    const actions = await resolveActions(ctx, macro.actions, 'conversation')
    checkActionRights(ctx.actor, actions, 'conversation')
    return macros.insert(ctx, { ...macro, actions })
  },
})
