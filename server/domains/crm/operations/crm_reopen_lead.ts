import { z } from 'zod'
import { Lead } from '#contract/records/crm.ts'
import { updateLead } from '#domains/crm/leads/update-lead.ts'
import { lead_id } from '#domains/crm/inputs.ts'
import * as leads from '#domains/crm/leads/store.ts'
import * as pipelines from '#domains/crm/pipelines/store.ts'
import * as rules from '#domains/crm/leads/rules.ts'
import { operation } from '#kernel/operation.ts'

export const crm_reopen_lead = operation({
  summary: 'Reopen a lost (unqualified) lead as new, in the first open stage of its pipeline.',
  rest: 'POST /leads/:lead_id/reopen',
  permission: 'crm:write',
  input: z.strictObject({ lead_id }),
  output: Lead,

  async run(ctx, { lead_id }) {
    const before = await leads.getLocked(ctx, lead_id)
    const first = await pipelines.findFirstStage(ctx, before.pipeline.id, 'open')
    return updateLead(ctx, before, rules.reopen(before, first))
  },
})
