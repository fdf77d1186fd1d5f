import type { Scope } from '#contract/permissions.ts'
import { authoriseKey } from '#domains/access/authorise.ts'
import { createKey } from '#domains/access/setup/provision.ts'
import type { Sql } from '#db/sql.ts'
import type { Actor } from '#kernel/operation.ts'

/** A program with a custom key of this person, as the doors identify it. */
export async function addKey(sql: Sql, { account, user_id }: Actor, ...scopes: Scope[]): Promise<Actor> {
  const { key } = await createKey(sql, {
    account_id: account.id,
    user_id: user_id!,
    name: 'Programa',
    role: 'custom',
    scopes,
    expires_at: null,
    created_by: { type: 'system', id: null, name: 'Test' },
    now: new Date(),
  })
  const quotas = { key: 1000, account: 1000, classic_ip: 1000 }
  return (await authoriseKey(sql, key, quotas, 1, '127.0.0.1'))!.actor
}
