import { z } from 'zod'
import { Activity, scheduled_types } from '#contract/records/crm.ts'
import { line } from '#contract/scalars.ts'
import * as activities from '#domains/crm/activities.ts'
import { getEntityLocked } from '#domains/crm/entity.ts'
import { body, due, dueAt, entity } from '#domains/crm/inputs.ts'
import * as agents from '#domains/workspace/agents.ts'
import { operation } from '#kernel/operation.ts'

export const crm_schedule_activity = operation({
  summary: 'Plan a call, meeting or task about a lead or opportunity.',
  description: 'It shows in crm_list_activities with pending_only until crm_complete_activity marks it done.',
  rest: 'POST /activities',
  permission: 'crm:write',
  status: 201,
  input: z.strictObject({
    ...entity,
    type: z.enum(scheduled_types).describe('What is planned'),
    due_at: due.describe('Moment, ISO-8601 with its zone, or a day YYYY-MM-DD, taken as midday UTC'),
    body: body.optional().describe('What it is about'),
    assigned_to: line.optional().describe('Agent who does it, by name, e-mail or id. Default: you'),
  }),
  output: Activity,

  async run(ctx, { entity_type, entity_id, type, due_at, body: said, assigned_to }) {
    const { id, owner } = await getEntityLocked(ctx, entity_type, entity_id)
    const agent = assigned_to === undefined ? undefined : await agents.get(ctx, { agent: assigned_to }, 'assigned_to')
    // What a program plans is for whoever owns the record.
    const assignee_id = agent?.id ?? ctx.actor.user_id ?? owner?.id ?? null
    const fresh = { type, body: said?.trim() || null, due_at: dueAt(due_at), assignee_id }
    return activities.add(ctx, { type: entity_type, id }, fresh)
  },
})
