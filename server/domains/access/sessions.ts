import { randomBytes } from 'node:crypto'
import { rightsOfUser, type UserRole } from '#contract/permissions.ts'
import type { Account } from '#contract/records/access.ts'
import type { Sql } from '#db/sql.ts'
import { takeAllowance } from '#domains/access/authorise.ts'
import { digest } from '#domains/access/keys.ts'
import { verifyPassword } from '#domains/access/passwords.ts'
import type { Actor } from '#kernel/operation.ts'
import { Problem, reject } from '#kernel/problem.ts'

const IDLE_DAYS = 14
const LONGEST_DAYS = 60

export type Visitor = { ip: string; user_agent: string }

/** Checks e-mail and password, and opens a session. The same answer, in the same time, whatever was wrong. */
export async function signIn(sql: Sql, email: string, password: string, visitor: Visitor): Promise<string> {
  // No address holds a NUL, and the database cannot even be asked about one.
  if (email.includes('\0')) reject('unauthenticated', 'The e-mail or the password is not right.')
  await throttle(sql, email, visitor.ip)
  const [user] = await sql<{ id: string; password_hash: string | null; disabled_at: string | null }>`
    select id, password_hash, disabled_at from users where email = ${email.trim().toLowerCase()}`
  const right = await verifyPassword(password, user?.password_hash ?? null)
  if (!user || !right || user.disabled_at) reject('unauthenticated', 'The e-mail or the password is not right.')
  const token = randomBytes(32).toString('base64url')
  await sql`
    insert into sessions (hash, user_id, ip, user_agent, expires_at)
    values (${digest(token)}, ${user.id}, ${visitor.ip}, ${visitor.user_agent.slice(0, 300)}, now() + make_interval(days => ${IDLE_DAYS}))`
  return token
}

/**
 * Five tries in five minutes for an address, ten in fifteen for an e-mail. An address that is already refused uses
 * up nothing of the e-mail's, so that nobody can lock another out by knocking.
 */
async function throttle(sql: Sql, email: string, ip: string): Promise<void> {
  for (const [subject, quota, slotSeconds] of [
    [`sign-in:${ip}`, 5, 5],
    [`sign-in:${email.trim().toLowerCase()}`, 10, 15],
  ] as const) {
    const { admitted, retry_after } = await takeAllowance(sql, [subject], [quota], slotSeconds)
    const seconds = Math.ceil(retry_after)
    if (!admitted)
      throw new Problem('rate_limited', `Too many attempts; wait ${seconds} seconds and try again.`, {
        retry_after: seconds,
      })
  }
}

export async function signOut(sql: Sql, token: string): Promise<void> {
  await sql`delete from sessions where hash = ${digest(token)}`
}

export type SignedIn = {
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
           s.last_seen_at < now() - interval '1 hour' as stale
      from sessions s join users u on u.id = s.user_id
     where s.hash = ${hash} and s.expires_at > now() and u.disabled_at is null`
  if (!row) return undefined
  if (row.stale) {
    await sql`
      update sessions set last_seen_at = now(),
             expires_at = least(now() + make_interval(days => ${IDLE_DAYS}), created_at + make_interval(days => ${LONGEST_DAYS}))
       where hash = ${hash}`
  }
  return { user: row.user, accounts: row.accounts }
}

/** The signed-in person acting in one of their workspaces. */
export function actorOf({ user, accounts }: SignedIn, account_id: string | undefined): Actor {
  const account = accounts.find((each) => each.id === account_id)
  if (!account) reject('not_found', 'You have no such workspace; name one of yours in x-account-id.')
  const { role, visibility, ...rest } = account
  return {
    type: 'user',
    id: user.id,
    name: user.name,
    account: rest,
    user_id: user.id,
    visibility,
    permissions: new Set([...rightsOfUser(role, user.super_administrator), 'personal']),
  }
}
