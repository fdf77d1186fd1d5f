import { z } from 'zod'
import { Lead } from '#contract/records/crm.ts'
import { lead_id } from '#domains/crm/inputs.ts'
import { restoreLead } from '#domains/crm/bin/restore.ts'
import { operation } from '#kernel/operation.ts'

export const restore_lead = operation({
  summary: 'Restore a lead from the bin. Anything moved by a merge stays with the other lead.',
  rest: 'POST /leads/:lead_id/restore',
  permission: 'crm:write',
  tool: false,
  audit: { without: [] },
  input: z.strictObject({ lead_id }),
  output: Lead,

  run: (ctx, { lead_id }) => restoreLead(ctx, lead_id),
})
