import { randomBytes } from 'node:crypto'
import type { Inbox } from '#contract/records/inbox.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import { pick } from '#domains/workspace/pick.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import { releaseFiles } from '#kernel/uploads.ts'
import { seal, unseal } from '#kernel/vault.ts'

/** All inboxes, in their manual order, then by name. */
export function list({ sql, actor }: Context): Promise<Inbox[]> {
  return sql<Inbox>`
    select ${columns} from inboxes i where i.account_id = ${actor.account.id} order by i.position nulls last, lower(i.name), i.id`
}

type InboxReference = { inbox?: string | undefined; inbox_id?: string | undefined }

/** Resolves an inbox by id or name. */
export async function get(ctx: Context, { inbox, inbox_id }: InboxReference): Promise<Inbox> {
  return pick(await list(ctx), { name: inbox, id: inbox_id }, kind)
}

const kind = {
  what: 'inbox',
  fields: ['inbox', 'inbox_id'],
  names: (inbox: Inbox) => [inbox.name],
  hasParts: true,
} as const

/**
 * Locks the inbox until the transaction ends. `for no key update` does not block incoming messages, whose foreign key
 * only needs the row to stay.
 */
export async function getLocked(ctx: Context, id: string): Promise<Inbox> {
  return (await find(ctx, id, part`for no key update of i`)) ?? rejectMissing(id)
}

export async function find({ sql, actor }: Context, id: string, lock: Part = emptyPart): Promise<Inbox | undefined> {
  const [row] = await sql<Inbox>`
    select ${columns} from inboxes i where i.account_id = ${actor.account.id} and i.id = ${id} ${lock}`
  return row
}

function rejectMissing(id: string): never {
  return reject('not_found', `There is no inbox with id ${id}; find inboxes with list_inboxes.`, 'inbox_id')
}

export type Fields = Pick<
  Inbox,
  'name' | 'auto_assign' | 'ai_agent_enabled' | 'settings' | 'business_hours' | 'sla' | 'csat'
>

/** Creates an inbox with a random public token and identity secret, and these members. */
export async function insert(
  ctx: Context,
  channel: Inbox['channel'],
  inbox: Fields,
  members: readonly { id: string }[] = [],
  token = createToken(),
): Promise<Inbox> {
  await checkTimeZone(ctx, inbox)
  const secret = seal(ctx.secret, randomBytes(32).toString('hex'))
  const [row] = await ctx.sql<{ id: string }>`
    insert into inboxes (account_id, name, channel, auto_assign, ai_agent_enabled, token, identity_secret, settings, business_hours, sla, csat,
                         created_at, updated_at)
    values (${ctx.actor.account.id}, ${inbox.name}, ${channel}, ${inbox.auto_assign}, ${inbox.ai_agent_enabled}, ${token}, ${secret},
            ${inbox.settings}, ${inbox.business_hours}, ${inbox.sla}, ${inbox.csat}, ${ctx.now}, ${ctx.now})
    returning id`
  await setMembers(ctx, row!.id, members)
  return (await find(ctx, row!.id))!
}

/** A public identifier that cannot be guessed. */
export function createToken(): string {
  return randomBytes(18).toString('base64url')
}

export async function update(ctx: Context, id: string, inbox: Fields): Promise<Inbox> {
  await checkTimeZone(ctx, inbox)
  await ctx.sql`
    update inboxes set name = ${inbox.name}, auto_assign = ${inbox.auto_assign}, ai_agent_enabled = ${inbox.ai_agent_enabled},
           settings = ${inbox.settings}, business_hours = ${inbox.business_hours}, sla = ${inbox.sla}, csat = ${inbox.csat},
           updated_at = ${ctx.now}
     where account_id = ${ctx.actor.account.id} and id = ${id}`
  return (await find(ctx, id))!
}

/** PostgreSQL computes the business hours, and its time zone list may be older than ours. */
async function checkTimeZone({ sql }: Context, { business_hours }: Fields): Promise<void> {
  if (!business_hours) return
  await sql`select now() at time zone ${business_hours.time_zone}`.catch((error: { code?: string }) => {
    if (error.code !== '22023') throw error
    reject('invalid_value', 'Unknown time zone; use an IANA name such as America/Bogota.', 'business_hours/time_zone')
  })
}

/** Recalculates the SLA due times of open conversations after business hours or targets changed. */
export async function recalculateDueTimes({ sql, actor }: Context, id: string): Promise<void> {
  const account_id = actor.account.id
  // Locked in id order to avoid deadlocks, then read again.
  await sql`
    select from conversations where account_id = ${account_id} and inbox_id = ${id} and status <> 'resolved'
     order by id for no key update`
  await sql`
    update conversations c set (first_response_due_at, next_response_due_at, resolution_due_at, sla_due_at, sla_warn_at) = (
      select d.* from inboxes i, sla_schedule(i.business_hours, i.sla, c.priority, c.status, c.opened_at, c.waiting_since, c.first_reply_at) d
       where i.account_id = c.account_id and i.id = c.inbox_id)
     where c.account_id = ${account_id} and c.inbox_id = ${id} and c.status <> 'resolved'`
}

export async function remove({ sql, actor }: Context, id: string): Promise<void> {
  // Response times of leads are recomputed from the contact's remaining conversations.
  const leads = await sql<{ id: string }>`
    select distinct l.id from conversations c join leads l on l.account_id = c.account_id and l.contact_id = c.contact_id
     where c.account_id = ${actor.account.id} and c.inbox_id = ${id}`
  // The first inbox of a contact becomes that of their oldest remaining conversation.
  await sql`
    update contacts k set first_inbox_id = (
      select c.inbox_id from conversations c where c.account_id = k.account_id and c.contact_id = k.id and c.inbox_id <> ${id}
       order by c.created_at, c.id limit 1)
     where k.account_id = ${actor.account.id} and k.first_inbox_id = ${id}`
  await releaseFiles(
    sql,
    actor.account.id,
    part`
      select file_key from attachments where account_id = ${actor.account.id} and inbox_id = ${id}
      union all
      select a.file_key from messages m join attachments a on a.account_id = m.account_id and a.message_id = m.id
       where m.account_id = ${actor.account.id} and m.inbox_id = ${id}`,
  )
  await sql`delete from inboxes where account_id = ${actor.account.id} and id = ${id}`
  await sql`select refresh_lead_responses(${actor.account.id}, ${leads.map((lead) => lead.id)}::bigint[])`
}

/** Replaces the members of the inbox; those who stay keep their place in the rotation. */
export async function setMembers(ctx: Context, id: string, members: readonly { id: string }[]): Promise<void> {
  const { sql, actor } = ctx
  const user_ids = members.map((member) => member.id)
  await sql`
    delete from inbox_members where account_id = ${actor.account.id} and inbox_id = ${id} and user_id <> all(${user_ids}::bigint[])`
  await sql`
    insert into inbox_members (account_id, inbox_id, user_id)
    select ${actor.account.id}, ${id}, user_id from unnest(${user_ids}::bigint[]) user_id on conflict do nothing`
}

/** The secret with which a site signs the identifiers of its visitors. */
export async function getIdentitySecret({ sql, actor, secret }: Context, id: string): Promise<string> {
  const [row] = await sql<{ identity_secret: Buffer }>`
    select identity_secret from inboxes where account_id = ${actor.account.id} and id = ${id}`
  return row ? unseal(secret, row.identity_secret) : rejectMissing(id)
}

/** Columns of an inbox record. Includes the members, so a list needs one statement. */
const columns = part`
  i.id, i.name, i.channel, i.auto_assign, i.ai_agent_enabled, i.token, i.settings, i.business_hours, i.sla, i.csat,
  (select jsonb_build_object('state', n.state, 'detail', n.detail, 'account', jsonb_build_object('id', n.external_id, 'name', n.account_name),
                             'webhook_url', null, 'verify_token', null, 'checked_at', iso(n.checked_at))
     from channel_connections n where n.account_id = i.account_id and n.inbox_id = i.id) as connection,
  array(select u.id::text from inbox_members n join memberships m on m.account_id = n.account_id and m.user_id = n.user_id and m.deactivated_at is null
          join users u on u.id = n.user_id and u.disabled_at is null
         where n.account_id = i.account_id and n.inbox_id = i.id order by u.id) as member_ids,
  i.created_at, i.updated_at`

/** Whether a bot answers first in this inbox. */
export async function hasBot({ sql, actor }: Context, id: string): Promise<boolean> {
  const rows = await sql`
    select from inboxes where account_id = ${actor.account.id} and id = ${id} and agent_bot_id is not null`
  return rows.length > 0
}
