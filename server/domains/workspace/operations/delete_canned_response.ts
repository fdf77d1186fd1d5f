import { z } from 'zod'
import { id, line } from '#contract/scalars.ts'
import * as canned from '#domains/workspace/canned-responses.ts'
import { operation } from '#kernel/operation.ts'

export const delete_canned_response = operation({
  summary: 'Delete a canned response.',
  rest: 'DELETE /canned-responses/:short_code',
  permission: 'workspace:write',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ short_code: line.describe('Short code without the leading slash, or id') }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, { short_code }) {
    const { id } = await canned.getLocked(ctx, short_code.trim())
    await canned.remove(ctx, id)
    return { id, deleted: true as const }
  },
})
