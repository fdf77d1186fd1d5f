import { z } from 'zod'
import { Lead } from '#contract/records/crm.ts'
import { line } from '#contract/scalars.ts'
import { changeLead } from '#domains/crm/changing.ts'
import { beside, lead_id } from '#domains/crm/inputs.ts'
import * as leads from '#domains/crm/leads.ts'
import * as pipelines from '#domains/crm/pipelines.ts'
import * as rules from '#domains/crm/rules.ts'
import { operation } from '#kernel/operation.ts'

export const crm_move_lead_stage = operation({
  summary: 'Move a lead to another stage. A won stage makes it qualified, a lost stage unqualified.',
  description: 'Call crm_list_pipelines first for the stages. The move is kept on the timeline. Returns the lead.',
  rest: 'POST /leads/:lead_id/move',
  permission: 'crm:write',
  tool: { without: Object.keys(beside) },
  idempotent: true,
  input: z.strictObject({
    lead_id,
    stage: line.describe('Stage, by name or id; by id also one of another pipeline for leads'),
    ...beside,
  }),
  output: Lead,

  async run(ctx, { lead_id, stage, ...neighbours }) {
    const before = await leads.getLocked(ctx, lead_id)
    const to = await pipelines.getTarget(ctx, 'leads', before.pipeline.id, stage)
    for (const [field, id] of Object.entries(neighbours)) if (id !== undefined) await leads.get(ctx, id, field)
    return changeLead(ctx, before, rules.moveLead(before, to), neighbours)
  },
})
