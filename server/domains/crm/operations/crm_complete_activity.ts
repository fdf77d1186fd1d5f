import { z } from 'zod'
import { Activity } from '#contract/records/crm.ts'
import { id } from '#contract/scalars.ts'
import { checkOpen } from '#domains/crm/activities/rules.ts'
import * as activities from '#domains/crm/activities/store.ts'
import { operation } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'

export const crm_complete_activity = operation({
  summary: 'Mark a call, meeting or task as done.',
  description: 'Find it with crm_list_activities and pending_only.',
  rest: 'POST /activities/:activity_id/complete',
  permission: 'crm:write',
  input: z.strictObject({ activity_id: id.describe('Id of the activity') }),
  output: Activity,

  async run(ctx, { activity_id }) {
    const before = await activities.getLocked(ctx, activity_id)
    checkOpen(before)
    const done = { completed_at: ctx.now, completed_by: author(ctx.actor), remind_at: null }
    const activity = await activities.update(ctx, activity_id, done)
    await activities.touch(ctx, { type: activity.entity_type, id: activity.entity_id })
    ctx.emit('activity.completed', { activity })
    return activity
  },
})
