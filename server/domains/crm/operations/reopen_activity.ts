import { z } from 'zod'
import { Activity } from '#contract/records/crm.ts'
import { id } from '#contract/scalars.ts'
import { checkDone, remindAt } from '#domains/crm/activities/rules.ts'
import * as activities from '#domains/crm/activities/store.ts'
import { listChanges } from '#kernel/changes.ts'
import { operation } from '#kernel/operation.ts'

export const reopen_activity = operation({
  summary: 'Make a completed call, meeting or task pending again.',
  description: 'Its assignee is reminded of it if it is due later.',
  rest: 'POST /activities/:activity_id/reopen',
  permission: 'crm:write',
  tool: false,
  input: z.strictObject({ activity_id: id }),
  output: Activity,

  async run(ctx, { activity_id }) {
    const before = await activities.getLocked(ctx, activity_id)
    checkDone(before)
    const open = { completed_at: null, completed_by: null, remind_at: remindAt(before.due_at, ctx.now) }
    const activity = await activities.update(ctx, activity_id, open)
    await activities.touch(ctx, { type: activity.entity_type, id: activity.entity_id })
    const changes = listChanges(before, activity, ['done', 'completed_at', 'completed_by'])
    ctx.emit('activity.updated', { activity, changes })
    return activity
  },
})
