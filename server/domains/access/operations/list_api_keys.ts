import { z } from 'zod'
import { ApiKey } from '#contract/records/access.ts'
import { cursor, limit, page } from '#contract/scalars.ts'
import * as access from '#domains/access/keys/store.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const list_api_keys = operation({
  summary: 'List API keys, newest first, including revoked ones.',
  rest: 'GET /api-keys',
  permission: 'admin',
  tool: false,
  input: z.strictObject({ limit: limit.optional(), cursor: cursor.optional() }),
  output: page(ApiKey),

  async run(ctx, input) {
    const { after, limit } = readPage(ctx, input)
    return toPage(ctx, input, await access.listKeys(ctx, after, limit), (key) => [key.created_at, key.id])
  },
})
