import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import { moveToBin } from '#domains/crm/bin/store.ts'
import { opportunity_id } from '#domains/crm/inputs.ts'
import * as opportunities from '#domains/crm/opportunities/store.ts'
import { operation } from '#kernel/operation.ts'

export const delete_opportunity = operation({
  summary: 'Move an opportunity to the bin, where it can be restored for 30 days.',
  description: 'The lead it was converted from stays converted; change its status to convert it again.',
  rest: 'DELETE /opportunities/:opportunity_id',
  permission: 'crm:write',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ opportunity_id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, { opportunity_id }) {
    await moveToBin(ctx, { opportunity: await opportunities.getLocked(ctx, opportunity_id) })
    return { id: opportunity_id, deleted: true as const }
  },
})
