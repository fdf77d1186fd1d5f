import { z } from 'zod'
import { Activity } from '#contract/records/crm.ts'
import { id, line } from '#contract/scalars.ts'
import { checkEditable } from '#domains/crm/activity-rules.ts'
import * as activities from '#domains/crm/activities.ts'
import { body, due, dueAt } from '#domains/crm/inputs.ts'
import * as rules from '#domains/crm/rules.ts'
import * as agents from '#domains/workspace/agents.ts'
import { operation } from '#kernel/operation.ts'

export const update_activity = operation({
  summary: 'Change the text of a note, or the text, moment or agent of what is planned and not done.',
  rest: 'PATCH /activities/:activity_id',
  permission: 'crm:write',
  tool: false,
  destructive: true,
  idempotent: true,
  input: z.strictObject({
    activity_id: id,
    body: body.nullable().optional(),
    due_at: due.optional(),
    assigned_to: line.optional(),
  }),
  output: Activity,

  async run(ctx, { activity_id, body: said, due_at, assigned_to }) {
    const before = await activities.getLocked(ctx, activity_id)
    checkEditable(before, { body: said, due_at, assigned_to })
    const agent = assigned_to === undefined ? undefined : await agents.get(ctx, { agent: assigned_to }, 'assigned_to')
    const moment = due_at === undefined ? undefined : dueAt(due_at)
    const patch = {
      ...(said !== undefined && { body: said?.trim() || null }),
      ...(moment && { due_at: moment }),
      ...(agent && { assignee_id: agent.id }),
    }
    if (!Object.entries(patch).some(([column, value]) => rules.columnDiffers(before, column, value))) return before
    const again = moment && moment.toISOString() !== before.due_at ? { remind_at: moment } : {}
    const activity = await activities.update(ctx, activity_id, { ...patch, ...again })
    const changes = rules.changes(before, activity, ['body', 'due_at', 'assignee'])
    ctx.emit('activity.updated', { activity, changes })
    return activity
  },
})
