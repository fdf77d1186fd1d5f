import { z } from 'zod'
import { ApiKey } from '#contract/records/access.ts'
import { id } from '#contract/scalars.ts'
import { revokeKey } from '#domains/access/setup/provision.ts'
import * as access from '#domains/access/keys/store.ts'
import { operation } from '#kernel/operation.ts'

export const revoke_api_key = operation({
  summary: 'Revoke an API key. It stops working immediately.',
  rest: 'DELETE /api-keys/:api_key_id',
  permission: 'admin',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({ api_key_id: id }),
  output: ApiKey,

  async run(ctx, { api_key_id }) {
    await revokeKey(ctx.sql, ctx.actor.account.id, api_key_id)
    return access.getKey(ctx, api_key_id)
  },
})
