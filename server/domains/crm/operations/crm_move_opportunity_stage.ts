import { z } from 'zod'
import { Opportunity } from '#contract/records/crm.ts'
import { line } from '#contract/scalars.ts'
import { updateOpportunity } from '#domains/crm/opportunities/update-opportunity.ts'
import { move } from '#domains/crm/opportunities/outcome.ts'
import { beside, opportunity_id } from '#domains/crm/inputs.ts'
import * as opportunities from '#domains/crm/opportunities/store.ts'
import * as pipelines from '#domains/crm/pipelines/store.ts'
import { operation } from '#kernel/operation.ts'

export const crm_move_opportunity_stage = operation({
  summary: 'Move an opportunity to another stage. The stage type decides whether it is open, won or lost.',
  description:
    'Stages: crm_list_pipelines. A lost stage needs lost_reason, one of list_crm_lost_reasons. Returns the opportunity.',
  rest: 'POST /opportunities/:opportunity_id/move',
  permission: 'crm:write',
  tool: { without: Object.keys(beside) },
  idempotent: true,
  input: z.strictObject({
    opportunity_id,
    stage: line.describe('Stage, by name or id; an id may be in another pipeline for opportunities'),
    lost_reason: line.optional().describe('Name of a lost reason; required for a lost stage'),
    ...beside,
  }),
  output: Opportunity,

  async run(ctx, { opportunity_id, stage, lost_reason, ...neighbours }) {
    const before = await opportunities.getLocked(ctx, opportunity_id)
    const to = await pipelines.getTargetStage(ctx, 'opportunities', before.pipeline.id, stage)
    for (const [field, id] of Object.entries(neighbours)) if (id !== undefined) await opportunities.get(ctx, id, field)
    const patch = await move(ctx, before, to, lost_reason)
    return updateOpportunity(ctx, before, patch, { body: patch.lost_reason, ...neighbours })
  },
})
