import { z } from 'zod'
import { ApiKey } from '#contract/records/access.ts'
import { id } from '#contract/scalars.ts'
import * as access from '#domains/access/keys/store.ts'
import { operation } from '#kernel/operation.ts'

export const get_api_key = operation({
  summary: 'Get an API key: its user, rights and last use, never the key itself.',
  rest: 'GET /api-keys/:api_key_id',
  permission: 'admin',
  tool: false,
  input: z.strictObject({ api_key_id: id }),
  output: ApiKey,

  run: (ctx, { api_key_id }) => access.getKey(ctx, api_key_id),
})
