import { z } from 'zod'
import { LostReason } from '#contract/records/crm.ts'
import { page } from '#contract/scalars.ts'
import * as lostReasons from '#domains/crm/opportunities/lost-reasons.ts'
import { operation } from '#kernel/operation.ts'

export const list_crm_lost_reasons = operation({
  summary: 'List lost reasons. An opportunity needs one to be closed as lost.',
  rest: 'GET /lost-reasons',
  permission: 'crm:read',
  input: z.strictObject({}),
  output: page(LostReason),

  async run(ctx) {
    return { items: await lostReasons.list(ctx), next_cursor: null }
  },
})
