import { z } from 'zod'
import { LostReason } from '#contract/records/crm.ts'
import { page } from '#contract/scalars.ts'
import * as lostReasons from '#domains/crm/lost-reasons.ts'
import { operation } from '#kernel/operation.ts'

export const list_crm_lost_reasons = operation({
  summary: 'List the reasons an opportunity can be lost for. One is needed to close it as lost.',
  rest: 'GET /lost-reasons',
  permission: 'crm:read',
  input: z.strictObject({}),
  output: page(LostReason),

  async run(ctx) {
    return { items: await lostReasons.list(ctx), next_cursor: null }
  },
})
