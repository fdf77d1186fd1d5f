import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import * as lostReasons from '#domains/crm/opportunities/lost-reasons.ts'
import { operation } from '#kernel/operation.ts'

export const delete_lost_reason = operation({
  summary: 'Delete a lost reason. Opportunities already lost for it keep its name.',
  rest: 'DELETE /lost-reasons/:lost_reason_id',
  permission: ['crm:write', 'workspace:setup'],
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ lost_reason_id: id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, { lost_reason_id }) {
    await lostReasons.getLocked(ctx, lost_reason_id)
    await lostReasons.remove(ctx, lost_reason_id)
    return { id: lost_reason_id, deleted: true as const }
  },
})
