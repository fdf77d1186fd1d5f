import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import { makerOf } from '#domains/access/makers.ts'
import { requiredPermissions } from '#domains/automations/actions/actions.ts'
import { expandCannedResponse } from '#domains/automations/actions/template-context.ts'
import { macro_id } from '#domains/automations/inputs.ts'
import * as macros from '#domains/automations/macros/store.ts'
import { checkVisible } from '#domains/automations/subjects.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const run_macro = operation({
  summary: 'Run a macro on conversations, in your name.',
  description:
    'It runs in the background with the actions it has now and the rights you have then; see list_automation_runs for the result. Run in the app, its messages, notes, mails, webhooks and leads wait until it can no longer be undone.',
  rest: 'POST /macros/:macro_id/run',
  permission: 'conversations:write',
  tool: false,
  status: 202,
  input: z.strictObject({
    macro_id,
    conversation_ids: z.array(id).min(1).max(100).describe('Up to 100 conversations'),
  }),
  output: z.object({ macro_id: id, pending: z.int().describe('Number of conversations it will run on') }),

  async run(ctx, { macro_id, conversation_ids }) {
    const macro = await macros.get(ctx, macro_id)
    const missing = [...requiredPermissions(macro.actions, 'conversation')].filter(
      (each) => !ctx.actor.permissions.has(each),
    )
    if (missing.length > 0)
      reject('permission_denied', `This macro requires the permission ${missing.join(' and ')}; ask an administrator.`)
    const ids = [...new Set(conversation_ids)]
    for (const id of ids) await checkVisible(ctx, { type: 'conversation', id }, 'conversation_ids')
    // Later changes of the macro or its texts do not affect what was asked for.
    const actions = await Promise.all(
      macro.actions.map((each) => expandCannedResponse(ctx.sql, ctx.actor.account.id, each)),
    )
    const request = { macro_id, actions, maker: makerOf(ctx.actor) }
    const { session } = ctx.actor
    // A person in the app can undo it in each conversation.
    if (session) for (const id of ids) ctx.emit('macro.requested', { ...request, session, conversation_ids: [id] })
    else ctx.emit('macro.requested', { ...request, conversation_ids: ids })
    return { macro_id, pending: ids.length }
  },
})
