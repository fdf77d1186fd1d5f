import { randomBytes } from 'node:crypto'
import { rightsOfUser, type UserRole } from '#contract/permissions.ts'
import type { Account, Session } from '#contract/records/access.ts'
import { part, type Sql } from '#db/sql.ts'
import { digest } from '#domains/access/keys.ts'
import { verifyPassword } from '#domains/access/passwords.ts'
import * as secondFactor from '#domains/access/second-factor.ts'
import { forgive, proofOf, throttle } from '#domains/access/throttle.ts'
import { noted, type Origin } from '#kernel/audit.ts'
import type { Actor } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

const IDLE_DAYS = 14
const LONGEST_DAYS = 60

export type Credentials = { email: string; password: string; code?: string | undefined }

/** Someone who has proved who they are. */
export type Person = { id: string; name: string; password_hash: string }

/** Checks e-mail and password, and the second factor of those who have one, and opens a session. */
export async function signIn(sql: Sql, secret: Buffer, given: Credentials, from: Origin): Promise<string> {
  return open(sql, await prove(sql, secret, given, from), from, 'sign_in')
}

const refused = 'The e-mail or the password is not right.'

/** The person who knows the password, and has the second factor. The same answer, in the same time, whatever was wrong of the first two. */
export async function prove(sql: Sql, secret: Buffer, given: Credentials, from: Origin): Promise<Person> {
  const { email, password, code } = given
  // No address holds a NUL, and the database cannot even be asked about one.
  if (email.includes('\0')) reject('unauthenticated', refused)
  const address = [`sign-in:${from.ip}`, 5, 5] as const
  await throttle(sql, address, proofOf(email))
  const [user] = await sql<Person & { disabled_at: string | null; totp_enabled_at: string | null }>`
    select id, name, password_hash, disabled_at, totp_enabled_at from users where email = ${email.trim().toLowerCase()}`
  const right = await verifyPassword(password, user?.password_hash ?? null)
  if (!user || !right || user.disabled_at) reject('unauthenticated', refused)
  if (user.totp_enabled_at && code === undefined)
    reject('two_factor_required', 'Give the code your authenticator app shows, or a recovery code.', 'code')
  if (user.totp_enabled_at && !(await secondFactor.spend(sql, secret, user.id, code!))) {
    await noteFailure(sql, user, from)
    reject('unauthenticated', 'This code is not right, or was used before; wait for the next one.')
  }
  await forgive(sql, address)
  return user
}

/** Remembers, wherever they work, that somebody came as far as the second factor and no further. */
export async function noteFailure(sql: Sql, { id, name }: Pick<Person, 'id' | 'name'>, from: Origin): Promise<void> {
  const by = { type: 'user', id, name } as const
  await sql`${noted(part`select ${id}::bigint as id`, 'second_factor_failed', by, from)}`
}

/** Opens a session. A password that changed since it was checked opens nothing: the row is held against it. */
export async function open(
  sql: Sql,
  { id, name, password_hash }: Person,
  from: Origin,
  action: string,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const rows = await sql`
    with person as (
      select id from users where id = ${id} and password_hash = ${password_hash} and disabled_at is null for share
    ), audited as (${noted(part`select id from person`, action, { type: 'user', id, name }, from)})
    insert into sessions (hash, user_id, ip, user_agent, expires_at)
    select ${digest(token)}, id, ${from.ip ?? null}, ${from.user_agent?.slice(0, 300) ?? ''}, now() + make_interval(days => ${IDLE_DAYS})
      from person returning id`
  return rows.length > 0 ? token : reject('unauthenticated', refused)
}

export async function signOut(sql: Sql, token: string): Promise<void> {
  await sql`delete from sessions where hash = ${digest(token)}`
}

export type SignedIn = {
  /** The id of the session, which opens nothing. */
  session: string
  user: { id: string; name: string; email: string; super_administrator: boolean }
  accounts: (Account & { role: UserRole; visibility: Actor['visibility'] })[]
}

/** The person behind a session and the workspaces they belong to. Using it keeps it alive, up to its longest life. */
export async function findSession(sql: Sql, token: string): Promise<SignedIn | undefined> {
  const hash = digest(token)
  const [row] = await sql<SignedIn & { stale: boolean }>`
    select jsonb_build_object('id', u.id::text, 'name', u.name, 'email', u.email, 'super_administrator', u.super_administrator) as user,
           coalesce((
             select jsonb_agg(account_record(a) || jsonb_build_object('role', m.role, 'visibility', m.visibility) order by a.id)
               from memberships m join accounts a on a.id = m.account_id where m.user_id = u.id and m.deactivated_at is null), '[]') as accounts,
           s.id as session, s.last_seen_at < now() - interval '1 hour' as stale
      from sessions s join users u on u.id = s.user_id
     where s.hash = ${hash} and s.expires_at > now() and u.disabled_at is null`
  if (!row) return undefined
  if (row.stale) {
    await sql`
      update sessions set last_seen_at = now(),
             expires_at = least(now() + make_interval(days => ${IDLE_DAYS}), created_at + make_interval(days => ${LONGEST_DAYS}))
       where hash = ${hash}`
  }
  const { session, user, accounts } = row
  return { session, user, accounts }
}

/** The signed-in person acting in one of their workspaces. */
export function actorOf({ session, user, accounts }: SignedIn, account_id: string | undefined): Actor {
  const account = accounts.find((each) => each.id === account_id)
  if (!account) reject('not_found', 'You have no such workspace; name one of yours in x-account-id.')
  const { role, visibility, ...rest } = account
  return {
    type: 'user',
    id: user.id,
    name: user.name,
    account: rest,
    user_id: user.id,
    session,
    visibility,
    permissions: new Set([...rightsOfUser(role, user.super_administrator), 'personal']),
  }
}

/** Where the person is signed in, the latest used first. */
export function list(sql: Sql, { user_id, session }: Actor): Promise<Session[]> {
  return sql<Session>`
    select id, id is not distinct from ${session ?? null}::bigint as current, ip, user_agent, created_at, last_seen_at, expires_at
      from sessions where user_id = ${user_id} and expires_at > now() order by last_seen_at desc, id desc`
}

/** Ends a session of the person; answers false when they have no such one. */
export async function end(sql: Sql, user_id: string | null, id: string): Promise<boolean> {
  const rows = await sql`delete from sessions where user_id = ${user_id} and id = ${id} returning id`
  return rows.length > 0
}

/** Ends all sessions of the person, but for the one to be kept. Answers how many. */
export async function endAll(sql: Sql, user_id: string | null, kept?: string): Promise<number> {
  const rows = await sql`
    delete from sessions where user_id = ${user_id} and id is distinct from ${kept ?? null}::bigint returning id`
  return rows.length
}
