import type { Sql } from '#db/sql.ts'
import { part } from '#db/sql.ts'
import * as invitations from '#domains/access/invitations.ts'
import { digest } from '#domains/access/keys.ts'
import { checkPassword, hashPassword } from '#domains/access/passwords.ts'
import { open, type Person, prove } from '#domains/access/sessions.ts'
import { throttle } from '#domains/access/throttle.ts'
import { actAs } from '#kernel/act.ts'
import type { Origin } from '#kernel/audit.ts'
import { within } from '#kernel/invoke.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

type Invited = {
  account_id: string
  id: string
  email: string
  name: string | null
  account_name: string
  invited_by: string
  has_account: boolean
}

/** What an invitation says to whoever holds its link. */
export async function readInvitation({ database }: Runtime, token: string, from: Origin) {
  await throttle(database.sql, [`invitation:${from.ip}`, 30, 5])
  const { id: _, ...told } = await find(database.sql, token)
  return told
}

/** One that never was, was taken back, used, or is too old: the same answer. */
async function find(sql: Sql, token: string): Promise<Invited> {
  const [row] = await sql<Invited>`
    select i.account_id, i.id, i.email, i.name, a.name as account_name, i.invited_by ->> 'name' as invited_by,
           exists (select from users u where u.email = i.email) as has_account
      from invitations i join accounts a on a.id = i.account_id
     where i.token_hash = ${digest(token)} and i.expires_at > now() and ${invitations.open}`
  return row ?? spent()
}

function spent(): never {
  return reject('not_found', 'This invitation is no longer good; ask whoever invited you for a new one.')
}

export type Acceptance = { token: string; name: string; password: string; code?: string | undefined }

/** Joins the workspace, as who they already are or as somebody new, and signs them in. Answers the session. */
export async function acceptInvitation(runtime: Runtime, given: Acceptance, from: Origin): Promise<string> {
  const { sql } = runtime.database
  await throttle(sql, [`invitation:${from.ip}`, 30, 5])
  const invited = await find(sql, given.token)
  const known = invited.has_account
    ? await prove(sql, runtime.secret, { ...given, email: invited.email }, from)
    : undefined
  const fresh = known ? undefined : await prepare(given)
  const by = { type: 'user', id: known?.id ?? null, name: known?.name ?? fresh!.name } as const
  return within(runtime, 'accept_invitation', await actAs(sql, invited.account_id, by), from, async (ctx) => {
    // Of two who accept at once, the second finds it used.
    const held = await ctx.sql`
      select from invitations where account_id = ${invited.account_id} and id = ${invited.id} and token_hash = ${digest(given.token)}
         and expires_at > now() and ${invitations.open} for update`
    if (held.length === 0) spent()
    const person = known ?? (await insertUser(ctx, invited.email, fresh!))
    await join(ctx, invited.id, person.id)
    return open(ctx.sql, person, from, 'accept_invitation')
  })
}

type Fresh = Omit<Person, 'id'>

async function prepare({ name, password }: Acceptance): Promise<Fresh> {
  if (!name.trim()) reject('missing_field', 'Say how you are called.', 'name')
  checkPassword(password)
  return { name: name.trim(), password_hash: await hashPassword(password) }
}

/** Somebody new. Who came to have an account meanwhile, by another invitation, is not new any more. */
async function insertUser({ sql }: Context, email: string, { name, password_hash }: Fresh): Promise<Person> {
  const [row] = await sql<{ id: string }>`
    insert into users (name, email, password_hash) values (${name}, ${email}, ${password_hash})
    on conflict (email) do nothing returning id`
  return row
    ? { id: row.id, name, password_hash }
    : reject('invalid_state', 'You have an account by now; open the invitation again and use its password.')
}

/** Makes them a member, in those of the teams that are still there. Who is one already, also a former one, does not become one this way. */
async function join({ sql, actor, now }: Context, invitation_id: string, user_id: string): Promise<void> {
  const which = part`account_id = ${actor.account.id} and id = ${invitation_id}`
  const rows = await sql`
    insert into memberships (account_id, user_id, role, visibility)
    select account_id, ${user_id}, role, visibility from invitations where ${which} on conflict do nothing returning user_id`
  if (rows.length === 0) reject('invalid_state', 'You belong to this workspace already; sign in.')
  await sql`
    insert into team_members (account_id, team_id, user_id)
    select t.account_id, t.id, ${user_id} from teams t
     where t.account_id = ${actor.account.id} and t.id = any(array(select unnest(team_ids) from invitations where ${which}))`
  await sql`update invitations set accepted_at = ${now} where ${which}`
}
