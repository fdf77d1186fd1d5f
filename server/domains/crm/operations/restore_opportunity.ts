import { z } from 'zod'
import { Opportunity } from '#contract/records/crm.ts'
import { opportunity_id } from '#domains/crm/inputs.ts'
import { restoreOpportunity } from '#domains/crm/bin/restore.ts'
import { operation } from '#kernel/operation.ts'

export const restore_opportunity = operation({
  summary: 'Restore an opportunity from the bin. Anything moved by a merge stays with the other opportunity.',
  rest: 'POST /opportunities/:opportunity_id/restore',
  permission: 'crm:write',
  tool: false,
  audit: { without: [] },
  input: z.strictObject({ opportunity_id }),
  output: Opportunity,

  run: (ctx, { opportunity_id }) => restoreOpportunity(ctx, opportunity_id),
})
