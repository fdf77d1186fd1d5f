import { z } from 'zod'
import { Lead } from '#contract/records/crm.ts'
import { changeLead } from '#domains/crm/changing.ts'
import { lead_id } from '#domains/crm/inputs.ts'
import * as leads from '#domains/crm/leads.ts'
import * as pipelines from '#domains/crm/pipelines.ts'
import * as rules from '#domains/crm/rules.ts'
import { operation } from '#kernel/operation.ts'

export const crm_reopen_lead = operation({
  summary: 'Bring a lost (unqualified) lead back as new, in the first open stage of its pipeline.',
  rest: 'POST /leads/:lead_id/reopen',
  permission: 'crm:write',
  input: z.strictObject({ lead_id }),
  output: Lead,

  async run(ctx, { lead_id }) {
    const before = await leads.getLocked(ctx, lead_id)
    const first = await pipelines.findFirst(ctx, before.pipeline.id, 'open')
    return changeLead(ctx, before, rules.reopenLead(before, first))
  },
})
