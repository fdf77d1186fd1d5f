import { z } from 'zod'
import { Opportunity } from '#contract/records/crm.ts'
import { id } from '#contract/scalars.ts'
import { discard } from '#domains/crm/bin.ts'
import { changeOpportunity } from '#domains/crm/changing.ts'
import { checkOpportunities, fillOpportunity } from '#domains/crm/merge-rules.ts'
import { holdBoth, moveBelongings } from '#domains/crm/merging.ts'
import * as opportunities from '#domains/crm/opportunities.ts'
import { operation } from '#kernel/operation.ts'

export const merge_opportunities = operation({
  summary:
    'Merge a duplicate into an opportunity: it gives what that lacks, and its timeline and items, and goes into the bin.',
  description:
    'Both must be in one currency, and what was won or lost is not merged into what was not. Returns the opportunity that stays.',
  rest: 'POST /opportunities/:opportunity_id/merge',
  permission: 'crm:write',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({
    opportunity_id: id.describe('The opportunity that stays'),
    other_opportunity_id: id.describe('The one that goes'),
  }),
  output: Opportunity,

  async run(ctx, { opportunity_id, other_opportunity_id }) {
    const hold = (each: string, field: string) => opportunities.getLocked(ctx, each, field)
    const { kept, other } = await holdBoth('opportunity', opportunity_id, other_opportunity_id, hold)
    checkOpportunities(kept, other)
    const patch = fillOpportunity(kept, other)
    await moveBelongings(ctx, 'opportunity', kept, other)
    await discard(ctx, { opportunity: other }, kept)
    // A lead becomes one opportunity: the other must not bring it back with it.
    if (patch.lead_id) await opportunities.update(ctx, other.id, { lead_id: null })
    await changeOpportunity(ctx, kept, patch)
    const opportunity = await opportunities.get(ctx, kept.id)
    ctx.emit('opportunity.merged', { opportunity, merged_opportunity_id: other.id })
    return opportunity
  },
})
