import { z } from 'zod'
import { LostReason } from '#contract/records/crm.ts'
import { line } from '#contract/scalars.ts'
import * as lostReasons from '#domains/crm/opportunities/lost-reasons.ts'
import { operation } from '#kernel/operation.ts'

export const create_lost_reason = operation({
  summary: 'Add a reason to the catalogue of lost reasons.',
  rest: 'POST /lost-reasons',
  permission: ['crm:write', 'workspace:setup'],
  tool: false,
  status: 201,
  audit: { without: [] },
  input: z.strictObject({ name: line }),
  output: LostReason,

  run: (ctx, { name }) => lostReasons.insert(ctx, name),
})
