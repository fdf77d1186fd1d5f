import { z } from 'zod'
import { Lead } from '#contract/records/crm.ts'
import { text } from '#contract/scalars.ts'
import { updateLead } from '#domains/crm/leads/update-lead.ts'
import { lead_id } from '#domains/crm/inputs.ts'
import * as leads from '#domains/crm/leads/store.ts'
import * as pipelines from '#domains/crm/pipelines/store.ts'
import * as rules from '#domains/crm/leads/rules.ts'
import { operation } from '#kernel/operation.ts'

export const crm_mark_lead_lost = operation({
  summary: 'Mark a lead lost (unqualified) and move it to the lost stage if its pipeline has one.',
  description:
    'The reason appears on the timeline. A converted lead cannot be lost. crm_reopen_lead brings it back. Returns the lead.',
  rest: 'POST /leads/:lead_id/lost',
  permission: 'crm:write',
  idempotent: true,
  input: z.strictObject({ lead_id, reason: text.optional().describe('Why it was lost, in your own words') }),
  output: Lead,

  async run(ctx, { lead_id, reason }) {
    const before = await leads.getLocked(ctx, lead_id)
    const note = reason?.trim() || null
    const lost = await pipelines.findFirstStage(ctx, before.pipeline.id, 'lost')
    return updateLead(ctx, before, rules.lose(before, lost, note), { body: note })
  },
})
