import { z } from 'zod'
import { Lead } from '#contract/records/crm.ts'
import { id } from '#contract/scalars.ts'
import { discard } from '#domains/crm/bin.ts'
import { changeLead } from '#domains/crm/changing.ts'
import * as leads from '#domains/crm/leads.ts'
import { checkLeads, fillLead } from '#domains/crm/merge-rules.ts'
import { holdBoth, moveBelongings } from '#domains/crm/merging.ts'
import { operation } from '#kernel/operation.ts'

export const merge_leads = operation({
  summary:
    'Merge a duplicate into a lead: it gives what the lead lacks, and its timeline and items, and goes into the bin.',
  description: 'A converted lead is not merged into another; keep that one instead. Returns the lead that stays.',
  rest: 'POST /leads/:lead_id/merge',
  permission: 'crm:write',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({
    lead_id: id.describe('The lead that stays'),
    other_lead_id: id.describe('The one that goes'),
  }),
  output: Lead,

  async run(ctx, { lead_id, other_lead_id }) {
    const hold = (each: string, field: string) => leads.getLocked(ctx, each, field)
    const { kept, other } = await holdBoth('lead', lead_id, other_lead_id, hold)
    checkLeads(kept, other)
    await moveBelongings(ctx, 'lead', kept, other)
    await discard(ctx, { lead: other }, kept)
    await changeLead(ctx, kept, fillLead(kept, other))
    const lead = await leads.get(ctx, kept.id)
    ctx.emit('lead.merged', { lead, merged_lead_id: other.id })
    return lead
  },
})
