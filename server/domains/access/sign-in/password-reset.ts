import { randomBytes } from 'node:crypto'
import { part, type Part, type Sql } from '#db/sql.ts'
import { disconnectAll } from '#domains/access/assistants/store.ts'
import * as emails from '#domains/access/emails/store.ts'
import { notifyOfChange } from '#domains/access/emails/security-notices.ts'
import { isUnused } from '#domains/access/invitations/store.ts'
import { digest } from '#domains/access/keys/api-key.ts'
import * as emailTemplates from '#domains/access/emails/email-templates.ts'
import { checkPassword, hashPassword } from '#domains/access/sign-in/passwords.ts'
import { endAll } from '#domains/access/sign-in/sessions.ts'
import { addressLimit, throttle } from '#domains/access/throttle.ts'
import { loadSystemActor } from '#kernel/system-actor.ts'
import { insertPersonAudit, type Origin } from '#kernel/audit.ts'
import { inTransaction } from '#kernel/invoke.ts'
import { reject } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

const VALID_FOR = '1 hour'

/** Charges the rate limit of reset requests, for unknown e-mails too, so the result doesn't reveal which accounts exist. */
export async function checkResetLimit({ database }: Runtime, email: string, from: Origin): Promise<void> {
  await throttle(database.sql, addressLimit('reset', from, 5, 5), [`reset:${email.trim().toLowerCase()}`, 3, 15])
}

type Recipient = { id: string; name: string; email: string; account_id: string }

/** The user who meets the condition, with a workspace that writes to them. */
async function findRecipient(sql: Sql, condition: Part): Promise<Recipient | undefined> {
  const [user] = await sql<Recipient>`
    select u.id, u.name, u.email, place.account_id from users u cross join lateral (
      select account_id, 1 as rank from memberships where user_id = u.id and deactivated_at is null
      union all
      -- A user without a workspace needs the password to accept an invitation.
      select account_id, 2 from invitations where email = u.email and expires_at > now() and ${isUnused}
       order by rank, account_id limit 1) place
     where ${condition} and u.disabled_at is null`
  return user
}

/** Sends a reset link if the e-mail belongs to a user. Only the latest link works. */
export async function requestReset(runtime: Runtime, email: string, from: Origin): Promise<void> {
  const { sql } = runtime.database
  const user = await findRecipient(sql, part`u.email = ${email.trim().toLowerCase()}`)
  if (!user) return
  const by = { type: 'user', id: user.id, name: user.name } as const
  const token = randomBytes(32).toString('base64url')
  await inTransaction(
    runtime,
    'request_password_reset',
    await loadSystemActor(sql, user.account_id, by),
    from,
    async (ctx) => {
      await ctx.sql`
      update users set reset_hash = ${digest(token)}, reset_expires_at = now() + ${VALID_FOR}::interval where id = ${user.id}`
      await ctx.sql`${insertPersonAudit(part`select ${user.id}::bigint as id`, 'request_password_reset', by, from)}`
      await emails.queue(ctx, {
        ...emailTemplates.passwordReset(ctx.actor.account.locale, `${ctx.base_url}/app/reset?token=${token}`),
        key: `password_reset:${digest(token).toString('hex')}`,
        kind: 'password_reset',
        to_address: user.email,
        to_name: user.name,
      })
    },
  )
}

/** Sets the new password and ends all sessions. The second factor stays on: access to a mailbox doesn't replace it. */
export async function completeReset(runtime: Runtime, token: string, password: string, from: Origin): Promise<void> {
  const { database } = runtime
  await throttle(database.sql, addressLimit('reset-token', from, 10, 5))
  checkPassword(password)
  const password_hash = await hashPassword(password)
  const user = await findRecipient(database.sql, part`u.reset_hash = ${digest(token)}`)
  if (!user) rejectLink()
  const by = { type: 'user', id: user.id, name: user.name } as const
  const actor = await loadSystemActor(database.sql, user.account_id, by)
  await inTransaction(runtime, 'reset_password', actor, from, async (ctx) => {
    const changed = await ctx.sql`
      update users set password_hash = ${password_hash}, reset_hash = null, reset_expires_at = null, updated_at = now()
       where id = ${user.id} and reset_hash = ${digest(token)} and reset_expires_at > now() and disabled_at is null returning id`
    if (changed.length === 0) rejectLink()
    await endAll(ctx.sql, user.id)
    await disconnectAll(ctx.sql, user.id)
    await ctx.sql`${insertPersonAudit(part`select ${user.id}::bigint as id`, 'reset_password', by, from)}`
    await notifyOfChange(ctx, 'password_changed')
  })
}

function rejectLink(): never {
  return reject('not_found', 'This link is no longer valid; request a new one.')
}
