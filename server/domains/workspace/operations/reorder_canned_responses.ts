import { z } from 'zod'
import { CannedResponse } from '#contract/records/workspace.ts'
import { page } from '#contract/scalars.ts'
import * as canned from '#domains/workspace/canned-responses.ts'
import { ordered_ids, reorder } from '#domains/workspace/reorder.ts'
import { operation } from '#kernel/operation.ts'

export const reorder_canned_responses = operation({
  summary: 'Reorder canned responses. Omitted ones follow; new ones come last, by short code.',
  rest: 'PUT /canned-responses/order',
  permission: 'workspace:write',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({ ids: ordered_ids }),
  output: page(CannedResponse),

  async run(ctx, { ids }) {
    await reorder(ctx, 'canned_responses', ids)
    return { items: await canned.list(ctx), next_cursor: null }
  },
})
