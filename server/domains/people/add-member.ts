import { randomBytes } from 'node:crypto'
import type { Member } from '#contract/records/people.ts'
import * as emailTemplates from '#domains/access/emails/email-templates.ts'
import { checkEmailLimit } from '#domains/access/emails/limits.ts'
import * as emails from '#domains/access/emails/store.ts'
import { isUnused } from '#domains/access/invitations/store.ts'
import { digest } from '#domains/access/keys/api-key.ts'
import * as members from '#domains/people/members.ts'
import * as agents from '#domains/workspace/agents.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

type NewMember = Pick<Member, 'email' | 'name' | 'role' | 'visibility'>

const VALID_FOR = '7 days'

/** Makes the person a member, creating the user if needed, and writes to them. A deactivated member is active again. */
export async function addMember(ctx: Context, person: NewMember): Promise<Member> {
  const { sql, actor, now } = ctx
  await checkEmailLimit(ctx, person.email)
  const { id, token } = await findOrCreateUser(ctx, person)
  const joined = await sql`
    insert into memberships (account_id, user_id, role, visibility)
    values (${actor.account.id}, ${id}, ${person.role}, ${person.visibility})
    on conflict (account_id, user_id) do update set role = excluded.role, visibility = excluded.visibility, deactivated_at = null
     where memberships.deactivated_at is not null
    returning user_id`
  if (joined.length === 0)
    reject('duplicate_value', 'This person already belongs to the workspace.', 'email', { conflicting_id: id })
  await sql`
    update invitations set revoked_at = ${now} where account_id = ${actor.account.id} and email = ${person.email} and ${isUnused}`
  await emails.queue(ctx, {
    ...emailTemplates.added(actor.account, actor.name, `${ctx.base_url}/app${token ? `/reset?token=${token}` : ''}`),
    key: `added:${actor.account.id}:${id}:${now.toISOString()}`,
    kind: 'invitation',
    to_address: person.email,
    to_name: person.name,
  })
  const agent = await agents.find(ctx, id)
  if (agent) ctx.emit('agent.updated', { agent })
  return members.get(ctx, id)
}

/** The user with this e-mail. A new one has no password, and a link to choose it. */
async function findOrCreateUser({ sql }: Context, { email, name }: NewMember): Promise<{ id: string; token?: string }> {
  const token = randomBytes(32).toString('base64url')
  const [created] = await sql<{ id: string }>`
    insert into users (name, email, reset_hash, reset_expires_at)
    values (${name}, ${email}, ${digest(token)}, now() + ${VALID_FOR}::interval)
    on conflict (email) do nothing returning id`
  if (created) return { id: created.id, token }
  const [known] = await sql<{ id: string }>`select id from users where email = ${email} and disabled_at is null`
  return known ?? reject('invalid_state', 'This person can’t use this server any more.', 'email')
}
