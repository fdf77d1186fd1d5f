import { z } from 'zod'
import { LeadDetail } from '#contract/records/crm.ts'
import * as activities from '#domains/crm/activities/store.ts'
import { activity_limit, lead_id } from '#domains/crm/inputs.ts'
import * as leads from '#domains/crm/leads/store.ts'
import * as history from '#domains/crm/records/stage-history.ts'
import { operation } from '#kernel/operation.ts'

export const crm_get_lead = operation({
  summary: 'Read one lead: its fields, attribution (UTM), custom attributes, timeline and stage history.',
  rest: 'GET /leads/:lead_id',
  permission: 'crm:read',
  input: z.strictObject({ lead_id, activity_limit }),
  output: LeadDetail,

  async run(ctx, { lead_id, activity_limit = 10 }) {
    const lead = await leads.get(ctx, lead_id)
    const entity = { type: 'lead', id: lead_id } as const
    const [timeline, stage_history] = await Promise.all([
      activities.listOf(ctx, entity, activity_limit),
      history.listOf(ctx, entity),
    ])
    return { ...lead, activities: timeline, stage_history }
  },
})
