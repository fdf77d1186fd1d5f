import { randomBytes } from 'node:crypto'
import type { Invitation } from '#contract/records/access.ts'
import { part, type Part } from '#db/sql.ts'
import * as emails from '#domains/access/emails.ts'
import { digest } from '#domains/access/keys.ts'
import * as letters from '#domains/access/letters.ts'
import type { Context } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'
import { olderThan } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

const GOOD_FOR = '7 days'

export type New = Pick<Invitation, 'email' | 'name' | 'role' | 'visibility' | 'team_ids'>

/** Asks somebody to join. One whose time is over makes room for a new one. */
export async function insert(ctx: Context, fresh: New): Promise<Invitation> {
  const { sql, actor, now } = ctx
  const token = newToken()
  await sql`
    update invitations set revoked_at = ${now}
     where account_id = ${actor.account.id} and email = ${fresh.email} and expires_at <= ${now} and ${open}`
  await checkNotInvited(ctx, fresh.email)
  const [row] = await sql<{ id: string }>`
    insert into invitations (account_id, email, name, role, visibility, team_ids, token_hash, invited_by, expires_at, created_at)
    values (${actor.account.id}, ${fresh.email}, ${fresh.name}, ${fresh.role}, ${fresh.visibility}, ${fresh.team_ids}::bigint[],
            ${digest(token)}, ${author(actor)}, ${now}::timestamptz + ${GOOD_FOR}::interval, ${now})
    returning id`
  return send(ctx, row!.id, token)
}

async function checkNotInvited({ sql, actor }: Context, email: string): Promise<void> {
  const [row] = await sql<{ id: string }>`
    select id from invitations where account_id = ${actor.account.id} and email = ${email} and ${open}`
  const sentence = 'They are invited already; send that invitation again, or revoke it first.'
  if (row) reject('duplicate_value', sentence, 'email', { conflicting_id: row.id })
}

/** Another link, good for as long as a new one; the one before stops working. */
export async function renew(ctx: Context, id: string): Promise<Invitation> {
  const token = newToken()
  await hold(ctx, id, 'sent again')
  await ctx.sql`
    update invitations set token_hash = ${digest(token)}, expires_at = ${ctx.now}::timestamptz + ${GOOD_FOR}::interval
     where account_id = ${ctx.actor.account.id} and id = ${id}`
  return send(ctx, id, token)
}

/** Takes the invitation back; its link stops working. */
export async function revoke(ctx: Context, id: string): Promise<Invitation> {
  if ((await get(ctx, id)).status !== 'revoked') await hold(ctx, id, 'revoked')
  await ctx.sql`
    update invitations set revoked_at = coalesce(revoked_at, ${ctx.now}) where account_id = ${ctx.actor.account.id} and id = ${id}`
  return get(ctx, id)
}

/** The invitation, held until the transaction ends, so that nobody accepts it in between. */
async function hold(ctx: Context, id: string, what: string): Promise<void> {
  const [row] = await ctx.sql`
    select from invitations where account_id = ${ctx.actor.account.id} and id = ${id} and ${open} for update`
  if (row) return
  const { status } = await get(ctx, id)
  reject('invalid_state', `This invitation is ${status} and cannot be ${what}; invite them anew where needed.`)
}

async function send(ctx: Context, id: string, token: string): Promise<Invitation> {
  const invitation = await get(ctx, id)
  const url = `${ctx.base_url}/app/invitation?token=${token}`
  await emails.queue(ctx, {
    ...letters.invitation(ctx.actor.account, ctx.actor.name, url),
    key: `invitation:${digest(token).toString('hex')}`,
    kind: 'invitation',
    to_address: invitation.email,
    to_name: invitation.name,
  })
  return invitation
}

function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function list({ sql, actor, now }: Context, after: string[] | undefined, limit: number): Promise<Invitation[]> {
  return sql<Invitation>`${shown(now)}
     where account_id = ${actor.account.id} ${olderThan(after, part`created_at, id`)}
     order by created_at desc, id desc limit ${limit + 1}`
}

export async function get({ sql, actor, now }: Context, id: string): Promise<Invitation> {
  const [row] = await sql<Invitation>`${shown(now)} where account_id = ${actor.account.id} and id = ${id}`
  return row ?? reject('not_found', 'There is no such invitation; see list_invitations.', 'invitation_id')
}

/** Neither accepted nor taken back. */
export const open: Part = part`accepted_at is null and revoked_at is null`

function shown(now: Date): Part {
  return part`
    select id, email, name, role, visibility, team_ids::text[] as team_ids, invited_by, expires_at, accepted_at, created_at,
           case when accepted_at is not null then 'accepted' when revoked_at is not null then 'revoked'
                when expires_at <= ${now} then 'expired' else 'pending' end as status
      from invitations`
}
