import { z } from 'zod'
import { actions, Macro, visibilities } from '#contract/records/automation.ts'
import { line } from '#contract/scalars.ts'
import * as macros from '#domains/automations/macros.ts'
import { settle } from '#domains/automations/naming.ts'
import * as rules from '#domains/automations/rules.ts'
import { operation } from '#kernel/operation.ts'

export const create_macro = operation({
  summary: 'Save actions under a name, to be run on conversations. Sharing them needs workspace:write.',
  rest: 'POST /macros',
  permission: 'conversations:write',
  tool: false,
  status: 201,
  audit: { without: [] },
  input: z.strictObject({
    name: line,
    visibility: z.enum(visibilities).optional().describe('Default private: only you see and run it'),
    actions,
  }),
  output: Macro,

  async run(ctx, { visibility = 'private', ...rest }) {
    const macro = rules.newMacro(ctx.actor, { ...rest, visibility })
    return macros.insert(ctx, { ...macro, actions: await settle(ctx, macro.actions, 'conversation') })
  },
})
