import { z } from 'zod'
import { key_roles, scopes } from '#contract/permissions.ts'
import { ApiKey } from '#contract/records/access.ts'
import { id, line } from '#contract/scalars.ts'
import { createKey } from '#domains/access/setup.ts'
import * as access from '#domains/access/store.ts'
import { operation } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'
import { reject } from '#kernel/problem.ts'

export const create_api_key = operation({
  summary: 'Create an API key. The key itself is in this answer only.',
  rest: 'POST /api-keys',
  permission: 'admin',
  tool: false,
  status: 201,
  audit: { without: [] },

  input: z.strictObject({
    name: line.trim().min(1).describe('What the key is for'),
    role: z
      .enum(key_roles)
      .describe('full: everything its user may do; read_only: reading only; custom: the scopes given'),
    scopes: z.array(z.enum(scopes)).max(scopes.length).optional().describe('For a custom key: what it may do'),
    user_id: id.optional().describe('The user the key acts for. Default: you'),
    expires_at: z.iso.datetime({ offset: true }).optional().describe('When it stops working. Default: never'),
  }),
  output: ApiKey.extend({ key: z.string().describe('Keep it now; it cannot be shown again') }).meta({
    id: 'NewApiKey',
  }),

  async run(ctx, { name, role, scopes = [], user_id, expires_at }) {
    if (expires_at && new Date(expires_at) <= ctx.now)
      reject('invalid_value', 'Choose a moment in the future.', 'expires_at')
    const acting =
      user_id ?? ctx.actor.user_id ?? reject('missing_field', 'Say which user the key acts for.', 'user_id')
    // Nobody may make themselves a key to the installation through someone else's rights.
    if (!ctx.actor.permissions.has('super_admin') && (await access.isSuperAdministrator(ctx, acting)))
      reject('permission_denied', 'Only a super-administrator may make a key that acts for one.', 'user_id')
    const { id, key } = await createKey(ctx.sql, {
      account_id: ctx.actor.account.id,
      user_id: acting,
      name,
      role,
      scopes,
      expires_at: expires_at ?? null,
      created_by: author(ctx.actor),
      now: ctx.now,
    })
    return { ...(await access.getKey(ctx, id)), key }
  },
})
