import { z } from 'zod'
import { OpportunityDetail } from '#contract/records/crm.ts'
import * as activities from '#domains/crm/activities/store.ts'
import { activity_limit, opportunity_id } from '#domains/crm/inputs.ts'
import * as opportunities from '#domains/crm/opportunities/store.ts'
import * as history from '#domains/crm/records/stage-history.ts'
import { operation } from '#kernel/operation.ts'

export const crm_get_opportunity = operation({
  summary: 'Read one opportunity: amount, close dates, attribution, timeline and stage history.',
  rest: 'GET /opportunities/:opportunity_id',
  permission: 'crm:read',
  input: z.strictObject({ opportunity_id, activity_limit }),
  output: OpportunityDetail,

  async run(ctx, { opportunity_id, activity_limit = 10 }) {
    const opportunity = await opportunities.get(ctx, opportunity_id)
    const entity = { type: 'opportunity', id: opportunity_id } as const
    const [timeline, stage_history] = await Promise.all([
      activities.listOf(ctx, entity, activity_limit),
      history.listOf(ctx, entity),
    ])
    return { ...opportunity, activities: timeline, stage_history }
  },
})
