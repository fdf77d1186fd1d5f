import type { ApiKey } from '#contract/records/access.ts'
import { part, type Part } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'
import { olderThan } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

export async function listKeys({ sql, actor }: Context, after: string[] | undefined, limit: number): Promise<ApiKey[]> {
  return sql<ApiKey>`${keys}
     where k.account_id = ${actor.account.id} and k.client_id is null ${olderThan(after, part`k.created_at, k.id`)}
     order by k.created_at desc, k.id desc limit ${limit + 1}`
}

export async function getKey({ sql, actor }: Context, id: string): Promise<ApiKey> {
  const [row] =
    await sql<ApiKey>`${keys} where k.account_id = ${actor.account.id} and k.id = ${id} and k.client_id is null`
  return row ?? reject('not_found', 'API key not found; see list_api_keys.', 'api_key_id')
}

export async function isSuperAdministrator({ sql, actor }: Context, user_id: string): Promise<boolean> {
  const rows = await sql`
    select from memberships m join users u on u.id = m.user_id
     where m.account_id = ${actor.account.id} and m.user_id = ${user_id} and u.super_administrator`
  return rows.length > 0
}

const keys: Part = part`
  select k.id, k.name, k.role, k.scopes, k.hint, k.created_by, k.expires_at, k.last_used_at, k.last_used_ip, k.revoked_at, k.created_at,
         jsonb_build_object('id', u.id::text, 'name', u.name, 'email', u.email) as acting_user
    from api_keys k join users u on u.id = k.user_id`
