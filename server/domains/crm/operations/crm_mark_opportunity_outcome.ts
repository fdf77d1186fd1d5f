import { z } from 'zod'
import { Opportunity } from '#contract/records/crm.ts'
import { line } from '#contract/scalars.ts'
import { changeOpportunity } from '#domains/crm/changing.ts'
import { close } from '#domains/crm/closing.ts'
import { opportunity_id } from '#domains/crm/inputs.ts'
import * as opportunities from '#domains/crm/opportunities.ts'
import { operation } from '#kernel/operation.ts'

export const crm_mark_opportunity_outcome = operation({
  summary: 'Mark an opportunity won or lost: its close date is set and it moves to the won or lost stage.',
  description:
    'A loss needs lost_reason, one of list_crm_lost_reasons. The outcome is kept on the timeline. crm_update_opportunity with status=open reopens it.',
  rest: 'POST /opportunities/:opportunity_id/outcome',
  permission: 'crm:write',
  idempotent: true,
  input: z.strictObject({
    opportunity_id,
    outcome: z.enum(['won', 'lost']).describe('How it ended'),
    lost_reason: line.optional().describe('Name of an account lost reason; needed for lost'),
  }),
  output: Opportunity,

  async run(ctx, { opportunity_id, outcome, lost_reason }) {
    const before = await opportunities.getLocked(ctx, opportunity_id)
    const patch = await close(ctx, before, outcome, lost_reason)
    return changeOpportunity(ctx, before, patch, { body: patch.lost_reason })
  },
})
