import { z } from 'zod'
import { Opportunity } from '#contract/records/crm.ts'
import { id } from '#contract/scalars.ts'
import { moveToBin } from '#domains/crm/bin/store.ts'
import { updateOpportunity } from '#domains/crm/opportunities/update-opportunity.ts'
import { checkOpportunities, fillOpportunity } from '#domains/crm/records/merge-rules.ts'
import { lockBoth, moveRelated } from '#domains/crm/records/merge.ts'
import * as opportunities from '#domains/crm/opportunities/store.ts'
import { operation } from '#kernel/operation.ts'

export const merge_opportunities = operation({
  summary:
    'Merge a duplicate into an opportunity: fill empty fields, move its timeline and items, and move it to the bin.',
  description:
    'Both must have the same currency; a won or lost opportunity cannot be merged into one with another status. Returns the remaining opportunity.',
  rest: 'POST /opportunities/:opportunity_id/merge',
  permission: 'crm:write',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({
    opportunity_id: id.describe('The opportunity to keep'),
    other_opportunity_id: id.describe('The duplicate'),
  }),
  output: Opportunity,

  async run(ctx, { opportunity_id, other_opportunity_id }) {
    const getLocked = (each: string, field: string) => opportunities.getLocked(ctx, each, field)
    const { kept, other } = await lockBoth('opportunity', opportunity_id, other_opportunity_id, getLocked)
    checkOpportunities(kept, other)
    const patch = fillOpportunity(kept, other)
    await moveRelated(ctx, 'opportunity', kept, other)
    await moveToBin(ctx, { opportunity: other }, kept)
    // A lead belongs to one opportunity, so restoring the duplicate must not bring it back.
    if (patch.lead_id) await opportunities.update(ctx, other.id, { lead_id: null })
    await updateOpportunity(ctx, kept, patch)
    const opportunity = await opportunities.get(ctx, kept.id)
    ctx.emit('opportunity.merged', { opportunity, merged_opportunity_id: other.id })
    return opportunity
  },
})
