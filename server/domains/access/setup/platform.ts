import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { UserRole } from '#contract/permissions.ts'
import type { Account } from '#contract/records/access.ts'
import { part, type Part, type Sql } from '#db/sql.ts'
import { disconnectAll } from '#domains/access/assistants/store.ts'
import { digest } from '#domains/access/keys/api-key.ts'
import { checkPassword, hashPassword } from '#domains/access/sign-in/passwords.ts'
import { endAll } from '#domains/access/sign-in/sessions.ts'
import { insertPersonAudit, type Origin } from '#kernel/audit.ts'
import { reject } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { seal, unseal } from '#kernel/vault.ts'

/*
 * Actions of the operator's programs across workspaces: create people, add them to workspaces and sign them in. They may
 * not touch super-administrators.
 */

const LINK_VALID_FOR = '10 minutes'
const SESSION_DAYS = 14

/** The operator's token: HILO_PLATFORM_TOKEN, or one that follows from the secret of the installation. */
export function platformToken({ config, secret }: Pick<Runtime, 'config' | 'secret'>): string {
  return config.platform_token ?? createHmac('sha256', secret).update('platform token').digest('base64url')
}

/** Compares without telling by its time how much of a token is right. */
export function isPlatformToken(runtime: Pick<Runtime, 'config' | 'secret'>, given: string): boolean {
  return timingSafeEqual(digest(given), digest(platformToken(runtime)))
}

type PlatformAccount = Pick<Account, 'id' | 'name' | 'locale'>

export async function getAccount(sql: Sql, account_id: string): Promise<PlatformAccount> {
  const [row] = await sql<PlatformAccount>`select id, name, locale from accounts where id = ${account_id}`
  return row ?? reject('not_found', 'There is no such account.', 'account_id')
}

type AccountPatch = { name?: string | undefined; locale?: Account['locale'] | undefined }

export async function updateAccount(sql: Sql, account_id: string, { name, locale }: AccountPatch): Promise<void> {
  await sql`
    update accounts set name = coalesce(${name?.trim() || null}, name), locale = coalesce(${locale ?? null}, locale)
     where id = ${account_id}`
}

/** Deletes a workspace nobody has worked in yet, with its settings. */
export async function deleteAccount(sql: Sql, account_id: string): Promise<void> {
  await getAccount(sql, account_id)
  const [used] = await sql`
    select from contacts where account_id = ${account_id} union all select from knowledge_documents where account_id = ${account_id} limit 1`
  if (used)
    reject(
      'invalid_state',
      'The account has contacts or documents, so it is kept; end access to it with DELETE …/account_users.',
    )
  await sql`select delete_account(${account_id})`
}

/** A bot of any workspace, with the workspace it belongs to. */
export async function findBotAccount(sql: Sql, bot_id: string): Promise<Account> {
  const [row] = await sql<{ account: Account }>`
    select account_record(a) as account from agent_bots b join accounts a on a.id = b.account_id where b.id = ${bot_id}`
  return row?.account ?? reject('not_found', 'There is no such bot.', 'id')
}

/** The workspaces that have bots. */
export async function listBotAccounts(sql: Sql): Promise<Account[]> {
  const rows = await sql<{ account: Account }>`
    select account_record(a) as account from accounts a
     where exists (select from agent_bots b where b.account_id = a.id) order by a.id`
  return rows.map(({ account }) => account)
}

/** The workspace a new bot belongs to: the named one, or the only one there is. */
export async function getBotAccount(sql: Sql, account_id: string | undefined): Promise<Account> {
  const rows = await sql<{ account: Account }>`
    select account_record(a) as account from accounts a
     where ${account_id ?? null}::bigint is null or a.id = ${account_id ?? null} order by a.id limit 2`
  if (rows.length === 2)
    reject('missing_field', 'Give account_id: a bot belongs to one account, and there are several.', 'account_id')
  return rows[0]?.account ?? reject('not_found', 'There is no such account.', 'account_id')
}

export type PlatformUser = { id: string; name: string; email: string; created_at: string; updated_at: string }

export async function getUser(sql: Sql, user_id: string): Promise<PlatformUser> {
  return (await findUser(sql, part`id = ${user_id}`)) ?? reject('not_found', 'There is no such user.', 'user_id')
}

async function findUser(sql: Sql, which: Part): Promise<PlatformUser | undefined> {
  const [row] = await sql<PlatformUser>`
    select id, name, email, created_at, updated_at from users
     where ${which} and disabled_at is null and not super_administrator`
  return row
}

type NewUser = { name: string; email: string; password?: string | undefined }

/** Creates the user; a known e-mail answers that user, unchanged. */
export async function createUser(sql: Sql, { name, email: given, password }: NewUser): Promise<PlatformUser> {
  const email = emailAddress(given)
  if (!name.trim()) reject('missing_field', 'Give the user a name.', 'name')
  if (password !== undefined) checkPassword(password)
  const known = await findUser(sql, part`email = ${email}`)
  if (known) return known
  await sql`
    insert into users (name, email, password_hash)
    values (${name.trim()}, ${email}, ${password === undefined ? null : await hashPassword(password)}) on conflict (email) do nothing`
  const made = await findUser(sql, part`email = ${email}`)
  return made ?? reject('duplicate_value', 'This e-mail cannot be used.', 'email')
}

function emailAddress(text: string): string {
  const email = text.trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) reject('invalid_value', 'Enter a complete e-mail address.', 'email')
  return email
}

type UserPatch = { name?: string | undefined; email?: string | undefined; password?: string | undefined }

export async function updateUser(sql: Sql, user_id: string, patch: UserPatch): Promise<PlatformUser> {
  const before = await getUser(sql, user_id)
  const email = emailAddress(patch.email ?? before.email)
  if (patch.password !== undefined) checkPassword(patch.password)
  const hash = patch.password === undefined ? null : await hashPassword(patch.password)
  const taken = await sql`select from users where email = ${email} and id <> ${user_id}`
  if (taken.length > 0) reject('duplicate_value', 'Email has already been taken', 'email')
  await sql`
    update users set name = ${patch.name?.trim() || before.name}, email = ${email}, password_hash = coalesce(${hash}, password_hash),
           updated_at = now() where id = ${user_id}`
  if (hash !== null) {
    // Nobody stays connected with the old password.
    await endAll(sql, user_id)
    await disconnectAll(sql, user_id)
  }
  return getUser(sql, user_id)
}

/** Removes the user from every workspace and ends their access. Their name stays on their work; their e-mail is free again. */
export async function deleteUser(sql: Sql, user_id: string): Promise<void> {
  await getUser(sql, user_id)
  await sql`
    with ended as (update memberships set deactivated_at = now() where user_id = ${user_id} and deactivated_at is null),
         revoked as (update api_keys set revoked_at = now() where user_id = ${user_id} and revoked_at is null),
         forgotten as (delete from user_tokens where user_id = ${user_id}),
         unlinked as (delete from login_links where user_id = ${user_id})
    update users set disabled_at = now(), password_hash = null, email = ${`deleted-${user_id}@deleted.invalid`}, updated_at = now()
     where id = ${user_id}`
  await endAll(sql, user_id)
  await disconnectAll(sql, user_id)
}

/** The token of a user for the classic routes, made when it is first asked for. */
export async function readUserToken(sql: Sql, secret: Buffer, user_id: string): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await sql`
    insert into user_tokens (user_id, hash, sealed) values (${user_id}, ${digest(token)}, ${seal(secret, token)})
    on conflict (user_id) do nothing`
  const [row] = await sql<{ sealed: Buffer }>`select sealed from user_tokens where user_id = ${user_id}`
  return unseal(secret, row!.sealed)
}

export type AccountUser = { account_id: string; user_id: string; role: UserRole }

export function listAccountUsers(sql: Sql, account_id: string): Promise<AccountUser[]> {
  return sql<AccountUser>`
    select account_id, user_id, role from memberships where account_id = ${account_id} and deactivated_at is null order by user_id`
}

/** Makes the user a member of the workspace, or changes their role. */
export async function addAccountUser(sql: Sql, member: AccountUser): Promise<AccountUser> {
  await getUser(sql, member.user_id)
  const [row] = await sql<AccountUser>`
    insert into memberships (account_id, user_id, role)
    select id, ${member.user_id}, ${member.role} from accounts where id = ${member.account_id}
    on conflict (account_id, user_id) do update set role = excluded.role, deactivated_at = null
    returning account_id, user_id, role`
  return row ?? reject('not_found', 'There is no such account.', 'account_id')
}

/** Ends the membership; keys of the workspace end with it. */
export async function removeAccountUser(sql: Sql, account_id: string, user_id: string): Promise<void> {
  await getUser(sql, user_id)
  const ended = await sql`
    update memberships set deactivated_at = now() where account_id = ${account_id} and user_id = ${user_id} and deactivated_at is null
    returning user_id`
  if (ended.length === 0) reject('not_found', 'This user isn’t a member of the account.', 'user_id')
  await sql`
    update api_keys set revoked_at = now() where account_id = ${account_id} and user_id = ${user_id} and revoked_at is null`
}

/** Makes the token of a link that signs the user in once, within minutes. */
export async function createLoginLink(sql: Sql, user_id: string): Promise<string> {
  await getUser(sql, user_id)
  const token = randomBytes(32).toString('base64url')
  await sql`delete from login_links where expires_at <= now()`
  await sql`
    insert into login_links (hash, user_id, expires_at) values (${digest(token)}, ${user_id}, now() + ${LINK_VALID_FOR}::interval)`
  return token
}

/** Opens a session for the user of a link, which then is used up. Returns the token of the session. */
export async function useLoginLink(sql: Sql, token: string, from: Origin): Promise<string> {
  const [link] = await sql<{ user_id: string; name: string }>`
    with used as (delete from login_links where hash = ${digest(token)} and expires_at > now() returning user_id)
    select u.id as user_id, u.name from used join users u on u.id = used.user_id and u.disabled_at is null and not u.super_administrator`
  if (!link) reject('not_found', 'This link is no longer valid; request a new one.')
  const session = randomBytes(32).toString('base64url')
  const by = { type: 'user', id: link.user_id, name: link.name } as const
  await sql`${insertPersonAudit(part`select ${link.user_id}::bigint as id`, 'sign_in', by, from)}`
  await sql`
    insert into sessions (hash, user_id, ip, user_agent, expires_at)
    values (${digest(session)}, ${link.user_id}, ${from.ip ?? null}, ${from.user_agent?.slice(0, 300) ?? ''},
            now() + make_interval(days => ${SESSION_DAYS}))`
  return session
}
