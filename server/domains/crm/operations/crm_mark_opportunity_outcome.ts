import { z } from 'zod'
import { Opportunity } from '#contract/records/crm.ts'
import { line } from '#contract/scalars.ts'
import { updateOpportunity } from '#domains/crm/opportunities/update-opportunity.ts'
import { close } from '#domains/crm/opportunities/outcome.ts'
import { opportunity_id } from '#domains/crm/inputs.ts'
import * as opportunities from '#domains/crm/opportunities/store.ts'
import { operation } from '#kernel/operation.ts'

export const crm_mark_opportunity_outcome = operation({
  summary: 'Mark an opportunity won or lost, set its close date and move it to the won or lost stage.',
  description:
    'A loss needs lost_reason, one of list_crm_lost_reasons. The outcome appears on the timeline. Reopen with crm_update_opportunity status=open.',
  rest: 'POST /opportunities/:opportunity_id/outcome',
  permission: 'crm:write',
  idempotent: true,
  input: z.strictObject({
    opportunity_id,
    outcome: z.enum(['won', 'lost']).describe('won or lost'),
    lost_reason: line.optional().describe('Name of a lost reason; required for lost'),
  }),
  output: Opportunity,

  async run(ctx, { opportunity_id, outcome, lost_reason }) {
    const before = await opportunities.getLocked(ctx, opportunity_id)
    const patch = await close(ctx, before, outcome, lost_reason)
    return updateOpportunity(ctx, before, patch, { body: patch.lost_reason })
  },
})
