import { randomBytes } from 'node:crypto'
import { transaction } from '#db/database.ts'
import { part } from '#db/sql.ts'
import * as emails from '#domains/access/emails.ts'
import { open } from '#domains/access/invitations.ts'
import { digest } from '#domains/access/keys.ts'
import * as letters from '#domains/access/letters.ts'
import { checkPassword, hashPassword } from '#domains/access/passwords.ts'
import { endAll } from '#domains/access/sessions.ts'
import { throttle } from '#domains/access/throttle.ts'
import { actAs } from '#kernel/act.ts'
import { noted, type Origin } from '#kernel/audit.ts'
import { within } from '#kernel/invoke.ts'
import { reject } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

const GOOD_FOR = '1 hour'

/** Whether a reset may be asked for now. It is asked of everybody alike, so that the answer says nothing of who has an account. */
export async function admitReset({ database }: Runtime, email: string, ip: string): Promise<void> {
  await throttle(database.sql, [`reset:${ip}`, 5, 5], [`reset:${email.trim().toLowerCase()}`, 3, 15])
}

type Known = { id: string; name: string; email: string; account_id: string }

/** Sends a link to choose a new password, if there is somebody to send it to. The last one asked for is the one that works. */
export async function requestReset(runtime: Runtime, email: string, from: Origin): Promise<void> {
  const { sql } = runtime.database
  const [user] = await sql<Known>`
    select u.id, u.name, u.email, place.account_id from users u cross join lateral (
      select account_id, 1 as rank from memberships where user_id = u.id and deactivated_at is null
      union all
      -- Who works nowhere any more needs their password to accept an invitation.
      select account_id, 2 from invitations where email = u.email and expires_at > now() and ${open}
       order by rank, account_id limit 1) place
     where u.email = ${email.trim().toLowerCase()} and u.disabled_at is null`
  if (!user) return
  const by = { type: 'user', id: user.id, name: user.name } as const
  const token = randomBytes(32).toString('base64url')
  await within(runtime, 'request_password_reset', await actAs(sql, user.account_id, by), from, async (ctx) => {
    await ctx.sql`
      update users set reset_hash = ${digest(token)}, reset_expires_at = now() + ${GOOD_FOR}::interval where id = ${user.id}`
    await ctx.sql`${noted(part`select ${user.id}::bigint as id`, 'request_password_reset', by, from)}`
    await emails.queue(ctx, {
      ...letters.passwordReset(ctx.actor.account.locale, `${ctx.base_url}/app/reset?token=${token}`),
      key: `password_reset:${digest(token).toString('hex')}`,
      kind: 'password_reset',
      to_address: user.email,
      to_name: user.name,
    })
  })
}

/** Sets the new password, and ends every session. The second factor stays what it is: a mailbox is no substitute for it. */
export async function completeReset(runtime: Runtime, token: string, password: string, from: Origin): Promise<void> {
  const { database } = runtime
  await throttle(database.sql, [`reset-token:${from.ip}`, 10, 5])
  checkPassword(password)
  const password_hash = await hashPassword(password)
  await transaction(database.work, async (sql) => {
    const [user] = await sql<{ id: string; name: string }>`
      update users set password_hash = ${password_hash}, reset_hash = null, reset_expires_at = null, updated_at = now()
       where reset_hash = ${digest(token)} and reset_expires_at > now() and disabled_at is null returning id, name`
    if (!user) reject('not_found', 'This link is no longer good; ask for a new one.')
    await endAll(sql, user.id)
    const by = { type: 'user', id: user.id, name: user.name } as const
    await sql`${noted(part`select ${user.id}::bigint as id`, 'reset_password', by, from)}`
  })
}
