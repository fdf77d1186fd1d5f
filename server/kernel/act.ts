import { type Permission, scopes } from '#contract/permissions.ts'
import type { Account } from '#contract/records/access.ts'
import type { Author } from '#contract/records/author.ts'
import type { Sql } from '#db/sql.ts'
import type { Actor } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

const everything: ReadonlySet<Permission> = new Set<Permission>([...scopes, 'admin'])

/** The product itself acting in a workspace, in the name of whoever caused it. */
export async function actAs(sql: Sql, account_id: string, as: Author): Promise<Actor> {
  const account = await getAccount(sql, account_id)
  return { ...as, account, user_id: as.type === 'user' ? as.id : null, visibility: 'all', permissions: everything }
}

export async function getAccount(sql: Sql, account_id: string): Promise<Account> {
  const [account] = await sql<Account>`
    select id, name, time_zone, locale, country, default_currency, plan, modules from accounts where id = ${account_id}`
  return account ?? reject('not_found', 'There is no such account.')
}
