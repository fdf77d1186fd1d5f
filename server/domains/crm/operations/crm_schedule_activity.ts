import { z } from 'zod'
import { Activity, entity_types, scheduled_types } from '#contract/records/crm.ts'
import { id, line } from '#contract/scalars.ts'
import { getAboutLocked } from '#domains/crm/activities/about.ts'
import * as activities from '#domains/crm/activities/store.ts'
import * as types from '#domains/crm/activities/activity-kinds.ts'
import { body, due, dueAt, duration_minutes, entity } from '#domains/crm/inputs.ts'
import * as agents from '#domains/workspace/agents.ts'
import { operation } from '#kernel/operation.ts'

export const crm_schedule_activity = operation({
  summary: 'Schedule a call, meeting or task for a lead or opportunity.',
  description: 'Appears in crm_list_activities with pending_only until completed with crm_complete_activity.',
  rest: 'POST /activities',
  permission: 'crm:write',
  tool: {
    without: ['contact_id', 'duration_minutes'],
    narrow: { ...entity, type: z.enum(scheduled_types).describe('call, meeting or task') },
  },
  status: 201,
  repeat: ['entity_type', 'entity_id', 'type', 'due_at', 'body'],
  input: z.strictObject({
    entity_type: z.enum(entity_types).optional().describe('lead or opportunity; omit it for a contact alone'),
    entity_id: id.optional().describe('Id of the lead or opportunity'),
    contact_id: id.optional().describe('Contact it is for, if it belongs to no lead or opportunity'),
    type: line.describe('call, meeting, task, or a type of the workspace by name'),
    due_at: due.describe(
      'ISO-8601 time, without an offset in the workspace’s time zone; or a day YYYY-MM-DD, which means midday UTC',
    ),
    duration_minutes: duration_minutes.optional(),
    body: body.optional().describe('Description'),
    assigned_to: line.optional().describe('Assigned agent, by name, e-mail or id. Default: you'),
  }),
  output: Activity,

  async run(ctx, { type, due_at, duration_minutes: minutes, body: text, assigned_to, ...given }) {
    const stored = await types.resolve(ctx, type, { builtIn: scheduled_types })
    const { about, owner_id } = await getAboutLocked(ctx, given)
    const agent = assigned_to === undefined ? undefined : await agents.get(ctx, { agent: assigned_to }, 'assigned_to')
    // An API key without a person assigns it to the owner of the record.
    const assignee_id = agent?.id ?? ctx.actor.user_id ?? owner_id
    const fresh = {
      type: stored.type,
      type_id: stored.type_id,
      body: text?.trim() || null,
      due_at: dueAt(ctx, due_at),
      duration_minutes: minutes ?? stored.duration_minutes,
      assignee_id,
    }
    return activities.add(ctx, about, fresh)
  },
})
