import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import { needed } from '#domains/automations/actions.ts'
import { macro_id } from '#domains/automations/inputs.ts'
import * as macros from '#domains/automations/macros.ts'
import { checkSeen } from '#domains/automations/subjects.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const run_macro = operation({
  summary: 'Run a macro on conversations: everything it says is done in each of them, in your name.',
  description: 'It runs in the background: follow it with list_automation_runs.',
  rest: 'POST /macros/:macro_id/run',
  permission: 'conversations:write',
  tool: false,
  status: 202,
  input: z.strictObject({
    macro_id,
    conversation_ids: z.array(id).min(1).max(100).describe('Up to 100 conversations'),
  }),
  output: z.object({ macro_id: id, pending: z.int().describe('How many conversations it will be run on') }),

  async run(ctx, { macro_id, conversation_ids }) {
    const macro = await macros.get(ctx, macro_id)
    const missing = [...needed(macro.actions, 'conversation')].filter((each) => !ctx.actor.permissions.has(each))
    if (missing.length > 0)
      reject('permission_denied', `What this macro does needs the permission ${missing.join(' and ')}.`)
    const ids = [...new Set(conversation_ids)]
    for (const id of ids) await checkSeen(ctx, { type: 'conversation', id }, 'conversation_ids')
    ctx.emit('macro.requested', { macro_id, conversation_ids: ids })
    return { macro_id, pending: ids.length }
  },
})
