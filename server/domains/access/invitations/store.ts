import { randomBytes } from 'node:crypto'
import type { Invitation, InvitationLink } from '#contract/records/access.ts'
import { part, type Part } from '#db/sql.ts'
import { checkEmailLimit } from '#domains/access/emails/limits.ts'
import * as emails from '#domains/access/emails/store.ts'
import { digest } from '#domains/access/keys/api-key.ts'
import * as emailTemplates from '#domains/access/emails/email-templates.ts'
import type { Context } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'
import { olderThan } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

const VALID_FOR = '7 days'

export type NewInvitation = Pick<Invitation, 'email' | 'name' | 'role' | 'visibility' | 'team_ids'>

/** Creates an invitation and sends it; an expired one for the same e-mail is revoked first. */
export async function insert(ctx: Context, invitation: NewInvitation): Promise<Invitation> {
  const { sql, actor, now } = ctx
  const token = newToken()
  await sql`
    update invitations set revoked_at = ${now}
     where account_id = ${actor.account.id} and email = ${invitation.email} and expires_at <= ${now} and ${isUnused}`
  await checkNotInvited(ctx, invitation.email)
  const [row] = await sql<{ id: string }>`
    insert into invitations (account_id, email, name, role, visibility, team_ids, token_hash, invited_by, expires_at, created_at)
    values (${actor.account.id}, ${invitation.email}, ${invitation.name}, ${invitation.role}, ${invitation.visibility}, ${invitation.team_ids}::bigint[],
            ${digest(token)}, ${author(actor)}, ${now}::timestamptz + ${VALID_FOR}::interval, ${now})
    returning id`
  return send(ctx, row!.id, token)
}

async function checkNotInvited({ sql, actor }: Context, email: string): Promise<void> {
  const [row] = await sql<{ id: string }>`
    select id from invitations where account_id = ${actor.account.id} and email = ${email} and ${isUnused}`
  const sentence = 'This person already has an invitation; resend it, or revoke it first.'
  if (row) reject('duplicate_value', sentence, 'email', { conflicting_id: row.id })
}

/** Sends a new link with a new expiry; the previous link stops working. */
export async function renew(ctx: Context, id: string): Promise<Invitation> {
  const token = newToken()
  await lockUnused(ctx, id, 'sent again')
  await ctx.sql`
    update invitations set token_hash = ${digest(token)}, expires_at = ${ctx.now}::timestamptz + ${VALID_FOR}::interval
     where account_id = ${ctx.actor.account.id} and id = ${id}`
  return send(ctx, id, token)
}

/** Revokes the invitation; its link stops working. */
export async function revoke(ctx: Context, id: string): Promise<Invitation> {
  if ((await get(ctx, id)).status !== 'revoked') await lockUnused(ctx, id, 'revoked')
  await ctx.sql`
    update invitations set revoked_at = coalesce(revoked_at, ${ctx.now}) where account_id = ${ctx.actor.account.id} and id = ${id}`
  return get(ctx, id)
}

/** Locks an unused invitation until the transaction ends, so it cannot be accepted in between. */
async function lockUnused(ctx: Context, id: string, action: string): Promise<void> {
  const [row] = await ctx.sql`
    select from invitations where account_id = ${ctx.actor.account.id} and id = ${id} and ${isUnused} for update`
  if (row) return
  const { status } = await get(ctx, id)
  reject('invalid_state', `This invitation is ${status} and can't be ${action}; create a new one if needed.`)
}

async function send(ctx: Context, id: string, token: string): Promise<Invitation> {
  const invitation = await get(ctx, id)
  await checkEmailLimit(ctx, invitation.email)
  await emails.queue(ctx, {
    ...emailTemplates.invitation(ctx.actor.account, ctx.actor.name, linkOf(ctx, token)),
    key: `invitation:${digest(token).toString('hex')}`,
    kind: 'invitation',
    to_address: invitation.email,
    to_name: invitation.name,
  })
  return invitation
}

/** The link of an unused invitation, if its e-mail could not be delivered. */
export async function getLink(ctx: Context, id: string): Promise<InvitationLink> {
  const { sql, actor, now } = ctx
  const [row] = await sql<{ key: string }>`
    select 'invitation:' || encode(token_hash, 'hex') as key from invitations
     where account_id = ${actor.account.id} and id = ${id} and expires_at > ${now} and ${isUnused}`
  if (row) {
    const { status, token } = await emails.getToken(ctx, row.key)
    return { mail: status, url: status === 'queued' || token === null ? null : linkOf(ctx, token) }
  }
  const { status } = await get(ctx, id)
  return reject('invalid_state', `This invitation is ${status}, so its link does not work; invite the person again.`)
}

function linkOf({ base_url }: Context, token: string): string {
  return `${base_url}/app/invitation?token=${token}`
}

function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function list({ sql, actor, now }: Context, after: string[] | undefined, limit: number): Promise<Invitation[]> {
  return sql<Invitation>`${selectInvitation(now)}
     where account_id = ${actor.account.id} ${olderThan(after, part`created_at, id`)}
     order by created_at desc, id desc limit ${limit + 1}`
}

export async function get({ sql, actor, now }: Context, id: string): Promise<Invitation> {
  const [row] = await sql<Invitation>`${selectInvitation(now)} where account_id = ${actor.account.id} and id = ${id}`
  return row ?? reject('not_found', 'Invitation not found; see list_invitations.', 'invitation_id')
}

/** Neither accepted nor revoked; it may have expired. */
export const isUnused: Part = part`accepted_at is null and revoked_at is null`

function selectInvitation(now: Date): Part {
  return part`
    select id, email, name, role, visibility, team_ids::text[] as team_ids, invited_by, expires_at, accepted_at, created_at,
           case when accepted_at is not null then 'accepted' when revoked_at is not null then 'revoked'
                when expires_at <= ${now} then 'expired' else 'pending' end as status
      from invitations`
}
