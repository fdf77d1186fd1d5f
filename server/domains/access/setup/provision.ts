import { randomBytes } from 'node:crypto'
import { type KeyRole, scopes, type UserRole } from '#contract/permissions.ts'
import type { Author } from '#contract/records/author.ts'
import type { Sql } from '#db/sql.ts'
import { digest, generateKey, hint } from '#domains/access/keys/api-key.ts'
import { checkPassword, hashPassword } from '#domains/access/sign-in/passwords.ts'
import { reject } from '#kernel/problem.ts'
import { seal, unseal } from '#kernel/vault.ts'

export type NewAccount = {
  name: string
  locale?: string
  time_zone?: string
  country?: string
  default_currency?: string
  modules?: string[]
}

export async function createAccount(
  sql: Sql,
  secret: Buffer,
  account: NewAccount,
): Promise<{ id: string; name: string }> {
  if (!account.name.trim()) reject('missing_field', 'Give the workspace a name.', 'name')
  const token = randomBytes(24).toString('base64url')
  const [row] = await sql<{ id: string; name: string }>`
    with created as (
      insert into accounts (name, locale, time_zone, country, default_currency, modules, classic_token_hash, classic_token_sealed)
      values (${account.name.trim()}, ${account.locale ?? 'es'}, ${account.time_zone ?? 'America/Bogota'}, ${account.country ?? 'CO'},
              ${account.default_currency ?? 'COP'}, ${account.modules ?? []}, ${digest(token)}, ${seal(secret, token)})
      returning id, name, locale, default_currency
    )
    select id, name from created, lateral seed_crm(id, locale, default_currency)`
  return row!
}

export type NewUser = {
  account_id: string
  name: string
  email: string
  role: UserRole
  visibility?: string | undefined
  password?: string | undefined
  /** An existing hash, instead of a password. */
  password_hash?: string | undefined
  super_administrator?: boolean | undefined
}

/** Adds a member, creating the user if needed. An existing user keeps name and password; a deactivated member is reactivated. */
export async function createUser(
  sql: Sql,
  user: NewUser,
): Promise<{ id: string; name: string; email: string; role: UserRole }> {
  const email = user.email.trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) reject('invalid_value', 'Enter a complete e-mail address.', 'email')
  if (!user.name.trim()) reject('missing_field', 'Give the user a name.', 'name')
  if (user.password !== undefined) checkPassword(user.password)
  const hash = user.password === undefined ? (user.password_hash ?? null) : await hashPassword(user.password)
  const [row] = await sql<{ id: string; name: string; email: string }>`
    with person as (
      insert into users (name, email, password_hash, super_administrator)
      select ${user.name.trim()}, ${email}, ${hash}, ${user.super_administrator ?? false}
        from accounts where id = ${user.account_id}
      on conflict (email) do update set email = excluded.email
      returning id, name, email
    ), member as (
      insert into memberships (account_id, user_id, role, visibility)
      select ${user.account_id}, id, ${user.role}, ${user.visibility ?? 'all'} from person
      on conflict (account_id, user_id) do update
        set role = excluded.role, visibility = excluded.visibility, deactivated_at = null
      returning account_id
    )
    select person.* from person, member`
  return row ? { ...row, role: user.role } : reject('not_found', `There is no workspace with id ${user.account_id}.`)
}

export type NewKey = {
  account_id: string
  user_id: string
  name: string
  role: KeyRole
  scopes: readonly string[]
  expires_at: string | null
  created_by: Author
  now: Date
}

/** Creates an API key. The returned plain key is not stored and can't be read again. */
export async function createKey(sql: Sql, key: NewKey): Promise<{ id: string; key: string }> {
  const unknown = key.scopes.filter((scope) => !(scopes as readonly string[]).includes(scope))
  if (unknown.length > 0)
    reject('invalid_value', `Unknown scope: ${unknown.join(', ')}. Use one of: ${scopes.join(', ')}.`, 'scopes')
  if (key.role === 'custom' && key.scopes.length === 0)
    reject('missing_field', 'A custom key needs at least one scope.', 'scopes')
  if (key.role !== 'custom' && key.scopes.length > 0)
    reject('invalid_value', 'Scopes apply to custom keys only; omit them, or use the role custom.', 'scopes')
  const text = generateKey()
  const [row] = await sql<{ id: string }>`
    insert into api_keys (account_id, user_id, name, hash, hint, role, scopes, created_by, expires_at, created_at)
    select ${key.account_id}, m.user_id, ${key.name}, ${digest(text)}, ${hint(text)}, ${key.role}, ${key.scopes}, ${key.created_by},
           ${key.expires_at}, ${key.now}
      from memberships m where m.account_id = ${key.account_id} and m.user_id = ${key.user_id} and m.deactivated_at is null
    returning id`
  return row
    ? { id: row.id, key: text }
    : reject('not_found', 'This user is not a member of the workspace; see list_members.', 'user_id')
}

export async function revokeKey(sql: Sql, account_id: string, key_id: string): Promise<void> {
  const rows = await sql`
    update api_keys set revoked_at = coalesce(revoked_at, now()) where account_id = ${account_id} and id = ${key_id} returning id`
  if (rows.length === 0) reject('not_found', 'API key not found.')
}

/** Decrypts the account's classic token. */
export async function readClassicToken(sql: Sql, secret: Buffer, account_id: string): Promise<string> {
  const [row] = await sql<{
    classic_token_sealed: Buffer
  }>`select classic_token_sealed from accounts where id = ${account_id}`
  return row
    ? unseal(secret, row.classic_token_sealed)
    : reject('not_found', `There is no workspace with id ${account_id}.`)
}

/** Replaces the classic token; the previous one stops working immediately. */
export async function regenerateClassicToken(sql: Sql, secret: Buffer, account_id: string): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await sql`
    update accounts set classic_token_hash = ${digest(token)}, classic_token_sealed = ${seal(secret, token)} where id = ${account_id}`
  return token
}
