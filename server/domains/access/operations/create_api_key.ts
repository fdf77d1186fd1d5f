import { z } from 'zod'
import { key_roles, scopes } from '#contract/permissions.ts'
import { ApiKey } from '#contract/records/access.ts'
import { id, line } from '#contract/scalars.ts'
import { notifyOfKey } from '#domains/access/emails/security-notices.ts'
import { createKey } from '#domains/access/setup/provision.ts'
import * as access from '#domains/access/keys/store.ts'
import { operation } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'
import { reject } from '#kernel/problem.ts'

export const create_api_key = operation({
  summary: 'Create an API key. The key is shown only in this response, and its user is notified by e-mail.',
  rest: 'POST /api-keys',
  permission: 'admin',
  tool: false,
  status: 201,
  audit: { without: [] },

  input: z.strictObject({
    name: line.trim().min(1).describe('Name of the key, such as the integration that uses it'),
    role: z.enum(key_roles).describe('full: all rights of its user; read_only: read access; custom: the given scopes'),
    scopes: z.array(z.enum(scopes)).max(scopes.length).optional().describe('Required for custom keys'),
    user_id: id.optional().describe('User the key acts for. Default: you'),
    expires_at: z.iso.datetime({ offset: true }).optional().describe('When the key expires. Default: never'),
  }),
  output: ApiKey.extend({ key: z.string().describe('Store it now; it cannot be shown again') }).meta({
    id: 'NewApiKey',
  }),

  async run(ctx, { name, role, scopes = [], user_id, expires_at }) {
    if (expires_at && new Date(expires_at) <= ctx.now)
      reject('invalid_value', 'expires_at must be in the future.', 'expires_at')
    const actingUser =
      user_id ?? ctx.actor.user_id ?? reject('missing_field', 'Give the user_id the key acts for.', 'user_id')
    // Otherwise an administrator could gain the rights of a super-administrator.
    if (!ctx.actor.permissions.has('super_admin') && (await access.isSuperAdministrator(ctx, actingUser)))
      reject('permission_denied', 'Only a super-administrator can create a key that acts for one.', 'user_id')
    const { id, key } = await createKey(ctx.sql, {
      account_id: ctx.actor.account.id,
      user_id: actingUser,
      name,
      role,
      scopes,
      expires_at: expires_at ?? null,
      created_by: author(ctx.actor),
      now: ctx.now,
    })
    await notifyOfKey(ctx, actingUser, { name })
    ctx.emit('api_key.created', { api_key: { id, name } })
    return { ...(await access.getKey(ctx, id)), key }
  },
})
