import { z } from 'zod'
import { Activity } from '#contract/records/crm.ts'
import { id, line } from '#contract/scalars.ts'
import { checkEditable } from '#domains/crm/activities/rules.ts'
import * as activities from '#domains/crm/activities/store.ts'
import { body, due, dueAt, duration_minutes } from '#domains/crm/inputs.ts'
import * as rules from '#domains/crm/records/rules.ts'
import * as agents from '#domains/workspace/agents.ts'
import { listChanges } from '#kernel/changes.ts'
import { operation } from '#kernel/operation.ts'

export const update_activity = operation({
  summary: 'Update the text of a note, or the text, due time, duration or assignee of an open activity.',
  rest: 'PATCH /activities/:activity_id',
  permission: 'crm:write',
  tool: false,
  destructive: true,
  idempotent: true,
  input: z.strictObject({
    activity_id: id,
    body: body.nullable().optional(),
    due_at: due.optional(),
    duration_minutes: duration_minutes.nullable().optional(),
    assigned_to: line.optional(),
  }),
  output: Activity,

  async run(ctx, { activity_id, body: text, due_at, duration_minutes: minutes, assigned_to }) {
    const before = await activities.getLocked(ctx, activity_id)
    checkEditable(before, { body: text, due_at: due_at ?? minutes, assigned_to })
    const agent = assigned_to === undefined ? undefined : await agents.get(ctx, { agent: assigned_to }, 'assigned_to')
    const moment = due_at === undefined ? undefined : dueAt(ctx, due_at)
    const patch = {
      ...(text !== undefined && { body: text?.trim() || null }),
      ...(moment && { due_at: moment }),
      ...(minutes !== undefined && { duration_minutes: minutes }),
      ...(agent && { assignee_id: agent.id }),
    }
    if (!Object.entries(patch).some(([column, value]) => rules.columnDiffers(before, column, value))) return before
    const reminder = moment && moment.toISOString() !== before.due_at ? { remind_at: moment } : {}
    const activity = await activities.update(ctx, activity_id, { ...patch, ...reminder })
    const changes = listChanges(before, activity, ['body', 'due_at', 'duration_minutes', 'assignee'])
    ctx.emit('activity.updated', { activity, changes })
    return activity
  },
})
