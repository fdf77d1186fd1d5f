import { z } from 'zod'
import { CannedResponseVersion } from '#contract/records/workspace.ts'
import { cursor, limit, line, page } from '#contract/scalars.ts'
import * as canned from '#domains/workspace/canned-responses.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const list_canned_response_versions = operation({
  summary:
    'List the versions of a canned response with their authors, newest first. To restore one, save its text again.',
  rest: 'GET /canned-responses/:short_code/versions',
  permission: 'workspace:read',
  tool: false,
  input: z.strictObject({
    short_code: line.describe('Short code without the leading slash, or id'),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  output: page(CannedResponseVersion),

  async run(ctx, input) {
    const { after, limit } = readPage(ctx, input)
    const { id } = await canned.get(ctx, input.short_code.trim())
    const rows = await canned.listVersions(ctx, id, after, limit)
    return toPage(ctx, input, rows, ({ version }) => [String(version)])
  },
})
