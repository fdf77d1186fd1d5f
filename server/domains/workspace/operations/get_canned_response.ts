import { z } from 'zod'
import { CannedResponse } from '#contract/records/workspace.ts'
import { line } from '#contract/scalars.ts'
import * as canned from '#domains/workspace/canned-responses.ts'
import { operation } from '#kernel/operation.ts'

export const get_canned_response = operation({
  summary: 'Get a canned response.',
  rest: 'GET /canned-responses/:short_code',
  permission: 'workspace:read',
  tool: false,
  input: z.strictObject({ short_code: line.describe('Short code without the leading slash, or id') }),
  output: CannedResponse,

  run(ctx, { short_code }) {
    return canned.get(ctx, short_code.trim())
  },
})
