import type { Sql } from '#db/sql.ts'
import { part } from '#db/sql.ts'
import * as invitations from '#domains/access/invitations/store.ts'
import { digest } from '#domains/access/keys/api-key.ts'
import { checkPassword, hashPassword } from '#domains/access/sign-in/passwords.ts'
import { type Credentials, openSession, type Person, verifyCredentials } from '#domains/access/sign-in/sessions.ts'
import { addressLimit, throttle } from '#domains/access/throttle.ts'
import { loadSystemActor } from '#kernel/system-actor.ts'
import type { Origin } from '#kernel/audit.ts'
import { inTransaction } from '#kernel/invoke.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

type InvitationDetails = {
  account_id: string
  id: string
  email: string
  name: string | null
  account_name: string
  invited_by: string
  has_account: boolean
}

/** Reads an invitation by the token of its link. */
export async function readInvitation({ database }: Runtime, token: string, from: Origin) {
  await throttle(database.sql, addressLimit('invitation', from, 30, 5))
  const { id: _, ...invitation } = await findInvitation(database.sql, token)
  return invitation
}

/** Rejects unknown, revoked, used and expired invitations alike, so a token reveals nothing. */
async function findInvitation(sql: Sql, token: string): Promise<InvitationDetails> {
  const [row] = await sql<InvitationDetails>`
    select i.account_id, i.id, i.email, i.name, a.name as account_name, i.invited_by ->> 'name' as invited_by,
           exists (select from users u where u.email = i.email) as has_account
      from invitations i join accounts a on a.id = i.account_id
     where i.token_hash = ${digest(token)} and i.expires_at > now() and ${invitations.isUnused}`
  return row ?? rejectUnusable()
}

function rejectUnusable(): never {
  return reject('not_found', 'This invitation is no longer valid; ask your administrator for a new one.')
}

export type Acceptance = Omit<Credentials, 'email'> & { token: string; name: string }

/** Adds the person to the workspace, with their existing account or a new one, and signs them in. Returns the session token. */
export async function acceptInvitation(runtime: Runtime, input: Acceptance, from: Origin): Promise<string> {
  const { sql } = runtime.database
  await throttle(sql, addressLimit('invitation', from, 30, 5))
  const invitation = await findInvitation(sql, input.token)
  const known = invitation.has_account
    ? await verifyCredentials(sql, runtime.secret, { ...input, email: invitation.email }, from)
    : undefined
  const newPerson = known ? undefined : await prepareUser(input)
  const by = { type: 'user', id: known?.id ?? null, name: known?.name ?? newPerson!.name } as const
  return inTransaction(
    runtime,
    'accept_invitation',
    await loadSystemActor(sql, invitation.account_id, by),
    from,
    async (ctx) => {
      // Locked, so that of two concurrent requests only one accepts it.
      const locked = await ctx.sql`
      select from invitations where account_id = ${invitation.account_id} and id = ${invitation.id} and token_hash = ${digest(input.token)}
         and expires_at > now() and ${invitations.isUnused} for update`
      if (locked.length === 0) rejectUnusable()
      const person = known ?? (await insertUser(ctx, invitation.email, newPerson!))
      await addMembership(ctx, invitation.id, person.id)
      return openSession(ctx.sql, person, from, 'accept_invitation')
    },
  )
}

type NewPerson = Omit<Person, 'id'>

async function prepareUser({ name, password }: Acceptance): Promise<NewPerson> {
  if (!name.trim()) reject('missing_field', 'Enter your name.', 'name')
  checkPassword(password)
  return { name: name.trim(), password_hash: await hashPassword(password) }
}

/** Creates the user; rejects if another invitation created one with the same e-mail meanwhile. */
async function insertUser({ sql }: Context, email: string, { name, password_hash }: NewPerson): Promise<Person> {
  const [row] = await sql<{ id: string }>`
    insert into users (name, email, password_hash) values (${name}, ${email}, ${password_hash})
    on conflict (email) do nothing returning id`
  return row
    ? { id: row.id, name, password_hash }
    : reject('invalid_state', 'You already have an account; open the invitation again and sign in with its password.')
}

/** Adds the membership and the invitation's teams that still exist. Rejects current and deactivated members. */
async function addMembership({ sql, actor, now }: Context, invitation_id: string, user_id: string): Promise<void> {
  const which = part`account_id = ${actor.account.id} and id = ${invitation_id}`
  const rows = await sql`
    insert into memberships (account_id, user_id, role, visibility)
    select account_id, ${user_id}, role, visibility from invitations where ${which} on conflict do nothing returning user_id`
  if (rows.length === 0) reject('invalid_state', 'You already belong to this workspace; sign in instead.')
  await sql`
    insert into team_members (account_id, team_id, user_id)
    select t.account_id, t.id, ${user_id} from teams t
     where t.account_id = ${actor.account.id} and t.id = any(array(select unnest(team_ids) from invitations where ${which}))`
  await sql`update invitations set accepted_at = ${now} where ${which}`
}
