import { z } from 'zod'
import { Lead } from '#contract/records/crm.ts'
import { id } from '#contract/scalars.ts'
import { moveToBin } from '#domains/crm/bin/store.ts'
import { updateLead } from '#domains/crm/leads/update-lead.ts'
import * as leads from '#domains/crm/leads/store.ts'
import { checkLeads, fillLead } from '#domains/crm/records/merge-rules.ts'
import { lockBoth, moveRelated } from '#domains/crm/records/merge.ts'
import { operation } from '#kernel/operation.ts'

export const merge_leads = operation({
  summary: 'Merge a duplicate into a lead: fill empty fields, move its timeline and items, and move it to the bin.',
  description: 'A converted lead cannot be merged into another; keep that one instead. Returns the remaining lead.',
  rest: 'POST /leads/:lead_id/merge',
  permission: 'crm:write',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({
    lead_id: id.describe('The lead to keep'),
    other_lead_id: id.describe('The duplicate'),
  }),
  output: Lead,

  async run(ctx, { lead_id, other_lead_id }) {
    const getLocked = (each: string, field: string) => leads.getLocked(ctx, each, field)
    const { kept, other } = await lockBoth('lead', lead_id, other_lead_id, getLocked)
    checkLeads(kept, other)
    await moveRelated(ctx, 'lead', kept, other)
    await moveToBin(ctx, { lead: other }, kept)
    await updateLead(ctx, kept, fillLead(kept, other))
    const lead = await leads.get(ctx, kept.id)
    ctx.emit('lead.merged', { lead, merged_lead_id: other.id })
    return lead
  },
})
