import { randomUUID } from 'node:crypto'
import { type Permission, scopes } from '#contract/permissions.ts'
import type { Account } from '#contract/records/access.ts'
import { type Author, HILO } from '#contract/records/author.ts'
import type { Sql } from '#db/sql.ts'
import { inTransaction } from '#kernel/invoke.ts'
import type { Actor, Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

const allPermissions: ReadonlySet<Permission> = new Set<Permission>([...scopes, 'admin'])

/** The product acting in a workspace with full permissions, in the name of this author. */
export async function loadSystemActor(sql: Sql, account_id: string, as: Author): Promise<Actor> {
  const account = await getAccount(sql, account_id)
  return { ...as, account, user_id: as.type === 'user' ? as.id : null, visibility: 'all', permissions: allPermissions }
}

/** Runs the product's own work in a workspace, in one transaction as the system actor. */
export async function runAsSystem<T>(
  runtime: Runtime,
  account_id: string,
  name: string,
  run: (ctx: Context) => Promise<T>,
  type: 'system' | 'automation' = 'system',
): Promise<T> {
  const actor = await loadSystemActor(runtime.database.sql, account_id, { ...HILO, type })
  return inTransaction(runtime, name, actor, { request_id: randomUUID() }, run)
}

export async function getAccount(sql: Sql, account_id: string): Promise<Account> {
  const [account] = await sql<Account>`
    select id, name, time_zone, locale, country, default_currency, plan, modules, contacts_visibility from accounts where id = ${account_id}`
  return account ?? reject('not_found', 'There is no such account.')
}
