import { randomBytes } from 'node:crypto'
import { rightsOfUser, type UserRole } from '#contract/permissions.ts'
import type { Account, Session } from '#contract/records/access.ts'
import { part, type Part, type Sql } from '#db/sql.ts'
import { FIRST, type Grant, grantColumns, writeRenewal } from '#domains/access/authorise.ts'
import { digest } from '#domains/access/keys/api-key.ts'
import { signInLimit } from '#domains/access/sign-in/devices.ts'
import { verifyPassword } from '#domains/access/sign-in/passwords.ts'
import * as secondFactor from '#domains/access/sign-in/second-factor.ts'
import { addressLimit, refundAttempt, throttle } from '#domains/access/throttle.ts'
import { insertPersonAudit, type Origin } from '#kernel/audit.ts'
import type { Actor } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

const IDLE_DAYS = 14
const MAX_DAYS = 60

export type Credentials = {
  email: string
  password: string
  code?: string | undefined
  /** Token of a browser in which somebody has signed in before. */
  device?: string | undefined
}

/** A user whose credentials were verified. */
export type Person = { id: string; name: string; password_hash: string }

/** Verifies the credentials and opens a session. Returns its token. */
export async function signIn(sql: Sql, secret: Buffer, credentials: Credentials, from: Origin): Promise<string> {
  return openSession(sql, await verifyCredentials(sql, secret, credentials, from), from, 'sign_in')
}

const WRONG_CREDENTIALS = 'The e-mail or password is incorrect.'

/** Verifies e-mail, password and second factor. A wrong e-mail and a wrong password give the same response in the same time. */
export async function verifyCredentials(
  sql: Sql,
  secret: Buffer,
  credentials: Credentials,
  from: Origin,
): Promise<Person> {
  const { email, password, code, device = '' } = credentials
  // PostgreSQL rejects text that contains NUL.
  if (email.includes('\0')) reject('unauthenticated', WRONG_CREDENTIALS)
  const address = addressLimit('sign-in', from, 5, 5)
  await throttle(sql, address, signInLimit(secret, email, device))
  const [user] = await sql<Person & { disabled_at: string | null; totp_enabled_at: string | null }>`
    select id, name, password_hash, disabled_at, totp_enabled_at from users where email = ${email.trim().toLowerCase()}`
  const isCorrect = await verifyPassword(password, user?.password_hash ?? null)
  if (!user || !isCorrect || user.disabled_at) reject('unauthenticated', WRONG_CREDENTIALS)
  if (user.totp_enabled_at && code === undefined)
    reject('two_factor_required', 'Enter the code from your authenticator app, or a recovery code.', 'code')
  if (user.totp_enabled_at && !(await secondFactor.consumeCode(sql, secret, user.id, code!))) {
    await recordSecondFactorFailure(sql, user, from)
    reject('unauthenticated', 'The code is incorrect or was already used; wait for the next one.')
  }
  await refundAttempt(sql, address)
  return user
}

/** Records the failed second factor in the audit log of each of the user's workspaces. */
export async function recordSecondFactorFailure(
  sql: Sql,
  { id, name }: Pick<Person, 'id' | 'name'>,
  from: Origin,
): Promise<void> {
  const by = { type: 'user', id, name } as const
  await sql`${insertPersonAudit(part`select ${id}::bigint as id`, 'second_factor_failed', by, from)}`
}

/** Opens a session. Compares the hash again under lock, so a password changed meanwhile no longer signs in. */
export async function openSession(
  sql: Sql,
  { id, name, password_hash }: Person,
  from: Origin,
  action: string,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const rows = await sql`
    with person as (
      select id from users where id = ${id} and password_hash = ${password_hash} and disabled_at is null for share
    ), audited as (${insertPersonAudit(part`select id from person`, action, { type: 'user', id, name }, from)})
    insert into sessions (hash, user_id, ip, user_agent, expires_at)
    select ${digest(token)}, id, ${from.ip ?? null}, ${from.user_agent?.slice(0, 300) ?? ''}, now() + make_interval(days => ${IDLE_DAYS})
      from person returning id`
  return rows.length > 0 ? token : reject('unauthenticated', WRONG_CREDENTIALS)
}

export async function signOut(sql: Sql, token: string): Promise<void> {
  await sql`delete from sessions where hash = ${digest(token)}`
}

export type ActiveSession = {
  /** The session's public id, not its token. */
  session: string
  user: { id: string; name: string; email: string; super_administrator: boolean }
  accounts: (Account & { role: UserRole; visibility: Actor['visibility'] })[]
}

/** Finds the user of a session token and their workspaces. Use extends the session, up to MAX_DAYS. */
export async function findSession(sql: Sql, token: string): Promise<ActiveSession | undefined> {
  const [row] = await sql<SessionRow>`${selectSession(token)}`
  return row && extendSession(sql, token, row)
}

type Quotas = { person: number; people: number }

/**
 * The same, and charges the call to the person and to the people of the workspace, in one round trip. A workspace that
 * is not theirs is not charged.
 */
export async function authoriseSession(
  sql: Sql,
  token: string,
  account_id: string | undefined,
  { person, people }: Quotas,
  cost: number,
  renewal = FIRST,
): Promise<{ session: ActiveSession; allowance: Grant } | undefined> {
  const account = account_id ?? null
  const [row] = await sql<SessionRow & Grant>`
    with found as (${selectSession(token)}), subjects as (
      select found.*, array['person:' || ("user" ->> 'id')] || case
               when accounts @> jsonb_build_array(jsonb_build_object('id', ${account}::text))
               then array['people:' || ${account}] else '{}' end as subjects
        from found
    )
    select s.user, accounts, session, stale, ${grantColumns}
      from subjects s, renew_allowance(s.subjects, array[${person}, ${people}]::int[], ${cost}, clock_timestamp(), ${writeRenewal(renewal)})`
  return row && { session: await extendSession(sql, token, row), allowance: row }
}

type SessionRow = ActiveSession & { stale: boolean }

function selectSession(token: string): Part {
  return part`
    select jsonb_build_object('id', u.id::text, 'name', u.name, 'email', u.email, 'super_administrator', u.super_administrator) as user,
           coalesce((
             select jsonb_agg(account_record(a) || jsonb_build_object('role', m.role, 'visibility', m.visibility) order by a.id)
               from memberships m join accounts a on a.id = m.account_id where m.user_id = u.id and m.deactivated_at is null), '[]') as accounts,
           s.id as session, s.last_seen_at < now() - interval '1 hour' as stale
      from sessions s join users u on u.id = s.user_id
     where s.hash = ${digest(token)} and s.expires_at > now() and u.disabled_at is null`
}

/** The session of the row, whose end moves as it is used. */
async function extendSession(sql: Sql, token: string, row: SessionRow): Promise<ActiveSession> {
  if (row.stale) {
    await sql`
      update sessions set last_seen_at = now(),
             expires_at = least(now() + make_interval(days => ${IDLE_DAYS}), created_at + make_interval(days => ${MAX_DAYS}))
       where hash = ${digest(token)}`
  }
  const { session, user, accounts } = row
  return { session, user, accounts }
}

/** The signed-in user as an actor in one of their workspaces. */
export function actorOf({ session, user, accounts }: ActiveSession, account_id: string | undefined): Actor {
  const account = accounts.find((each) => each.id === account_id)
  if (!account) reject('not_found', 'Workspace not found; set x-account-id to one of your workspaces.')
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

/** The user's sessions, most recently used first. */
export function list(sql: Sql, { user_id, session }: Actor): Promise<Session[]> {
  return sql<Session>`
    select id, id is not distinct from ${session ?? null}::bigint as current, ip, user_agent, created_at, last_seen_at, expires_at
      from sessions where user_id = ${user_id} and expires_at > now() order by last_seen_at desc, id desc`
}

/** Ends a session of the user. Returns false if there is no such session. */
export async function end(sql: Sql, user_id: string | null, id: string): Promise<boolean> {
  const rows = await sql`delete from sessions where user_id = ${user_id} and id = ${id} returning id`
  return rows.length > 0
}

/** Ends all sessions of the user except one. Returns the number ended. */
export async function endAll(sql: Sql, user_id: string | null, except?: string): Promise<number> {
  const rows = await sql`
    delete from sessions where user_id = ${user_id} and id is distinct from ${except ?? null}::bigint returning id`
  return rows.length
}
