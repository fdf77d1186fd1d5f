import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import * as canned from '#domains/workspace/canned-responses.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const delete_canned_response = operation({
  summary: 'Delete a canned response.',
  rest: 'DELETE /canned-responses/:canned_response_id',
  permission: 'workspace:write',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ canned_response_id: id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, { canned_response_id }) {
    if (!(await canned.remove(ctx, canned_response_id)))
      reject('not_found', `There is no canned response with id ${canned_response_id}.`, 'canned_response_id')
    return { id: canned_response_id, deleted: true as const }
  },
})
