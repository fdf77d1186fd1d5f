import { rightsOfKey, rightsOfUser, type KeyRole, type UserRole } from '#contract/permissions.ts'
import type { Account } from '#contract/records/access.ts'
import type { Sql } from '#db/sql.ts'
import { digest } from '#domains/access/keys.ts'
import type { Actor } from '#kernel/operation.ts'

/** What is left of an allowance: of the key (or address), then of the account. */
export type Allowance = { admitted: boolean; retry_after: number; remaining: number[]; resets: number[] }

type Quotas = { key: number; account: number; classic_ip: number }

type Row = Allowance & {
  key_id: string
  key_name: string
  key_role: KeyRole
  scopes: string[]
  user_id: string
  user_name: string
  role: UserRole
  visibility: Actor['visibility']
  super_administrator: boolean
  account: Account
}

/** Who holds this key and whether they may call now, in one round trip. Undefined when there is no such key. */
export async function authoriseKey(sql: Sql, key: string, quotas: Quotas, cost: number, ip: string) {
  const [row] = await sql<Row>`
    select key_id, key_name, key_role, scopes, user_id, user_name, role, visibility, super_administrator, account,
           admitted, retry_after, remaining, resets
      from authorise_key(${digest(key)}, ${quotas.key}, ${quotas.account}, ${cost}, ${ip})`
  if (!row) return undefined
  const user = rightsOfUser(row.role, row.super_administrator)
  const actor: Actor = {
    type: 'api_key',
    id: row.key_id,
    name: row.key_name,
    account: row.account,
    user_id: row.user_id,
    visibility: row.visibility,
    permissions: rightsOfKey(row.key_role, row.scopes, user),
  }
  return { actor, allowance: row as Allowance }
}

/** Who holds this classic token and whether they may call now, in one round trip. They act as an administrator named after the account. */
export async function authoriseClassic(sql: Sql, token: string, quotas: Quotas, ip: string) {
  const [row] = await sql<Allowance & { account: Account }>`
    select account, admitted, retry_after, remaining, resets
      from authorise_classic(${digest(token)}, ${quotas.classic_ip}, ${quotas.account}, ${ip})`
  if (!row) return undefined
  const { account } = row
  const permissions = rightsOfUser('administrator', false)
  const actor: Actor = {
    type: 'api_key',
    id: null,
    name: account.name,
    account,
    user_id: null,
    visibility: 'all',
    permissions,
  }
  return { actor, allowance: row as Allowance }
}

/** Charges the subjects, all or none, within any 60 slots of the given width. */
export async function takeAllowance(
  sql: Sql,
  subjects: string[],
  quotas: number[],
  slotSeconds: number,
): Promise<Allowance> {
  const [row] = await sql<Allowance>`
    select admitted, retry_after, remaining, resets
      from take_allowance(${subjects}::text[], ${quotas}::int[], 1, ${slotSeconds}, clock_timestamp())`
  return row!
}
