import { z } from 'zod'
import { LostReason } from '#contract/records/crm.ts'
import { id, line } from '#contract/scalars.ts'
import * as lostReasons from '#domains/crm/opportunities/lost-reasons.ts'
import { operation } from '#kernel/operation.ts'

export const update_lost_reason = operation({
  summary: 'Rename a lost reason. Opportunities already lost for it keep the old name.',
  rest: 'PATCH /lost-reasons/:lost_reason_id',
  permission: ['crm:write', 'workspace:setup'],
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({ lost_reason_id: id, name: line }),
  output: LostReason,

  async run(ctx, { lost_reason_id, name }) {
    const before = await lostReasons.getLocked(ctx, lost_reason_id)
    return before.name === name.trim() ? before : lostReasons.update(ctx, lost_reason_id, name)
  },
})
