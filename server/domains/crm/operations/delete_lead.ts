import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import { moveToBin } from '#domains/crm/bin/store.ts'
import { lead_id } from '#domains/crm/inputs.ts'
import * as leads from '#domains/crm/leads/store.ts'
import { operation } from '#kernel/operation.ts'

export const delete_lead = operation({
  summary: 'Move a lead to the bin, where it can be restored for 30 days.',
  rest: 'DELETE /leads/:lead_id',
  permission: 'crm:write',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ lead_id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, { lead_id }) {
    await moveToBin(ctx, { lead: await leads.getLocked(ctx, lead_id) })
    return { id: lead_id, deleted: true as const }
  },
})
