import { z } from 'zod'
import { Lead } from '#contract/records/crm.ts'
import { line } from '#contract/scalars.ts'
import { updateLead } from '#domains/crm/leads/update-lead.ts'
import { beside, lead_id } from '#domains/crm/inputs.ts'
import * as leads from '#domains/crm/leads/store.ts'
import * as pipelines from '#domains/crm/pipelines/store.ts'
import * as rules from '#domains/crm/leads/rules.ts'
import { operation } from '#kernel/operation.ts'

export const crm_move_lead_stage = operation({
  summary: 'Move a lead to another stage. A won stage makes it qualified, a lost stage unqualified.',
  description: 'Stages: crm_list_pipelines. The move appears on the timeline. Returns the lead.',
  rest: 'POST /leads/:lead_id/move',
  permission: 'crm:write',
  tool: { without: Object.keys(beside) },
  idempotent: true,
  input: z.strictObject({
    lead_id,
    stage: line.describe('Stage, by name or id; an id may be in another pipeline for leads'),
    ...beside,
  }),
  output: Lead,

  async run(ctx, { lead_id, stage, ...neighbours }) {
    const before = await leads.getLocked(ctx, lead_id)
    const to = await pipelines.getTargetStage(ctx, 'leads', before.pipeline.id, stage)
    for (const [field, id] of Object.entries(neighbours)) if (id !== undefined) await leads.get(ctx, id, field)
    return updateLead(ctx, before, rules.move(before, to), neighbours)
  },
})
