import { phoneVariants } from '#contract/phone.ts'
import type { ChannelIdentity } from '#contract/records/conversation.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import { whereVisible } from '#domains/access/visibility.ts'
import type { Context } from '#kernel/operation.ts'

export type Identity = { id: string; contact_id: string; verified: boolean; claimed: boolean; blocked: boolean }

/**
 * Serialises messages from the same sender in an inbox, so that they keep their order and two first messages open one
 * conversation. Also locks the contact, so that it cannot be merged meanwhile.
 */
export async function lock(ctx: Context, inbox_id: string, source_id: string): Promise<Identity | undefined> {
  const [row] = await ctx.sql<Identity>`select * from lock_identity(${ctx.actor.account.id}, ${inbox_id}, ${source_id})`
  return row
}

export async function find(ctx: Context, inbox_id: string, source_id: string): Promise<Identity | undefined> {
  const [row] = await ctx.sql<Identity>`
    select d.id, d.contact_id, d.verified, is_claimed(d) as claimed, k.blocked
      from contact_identities d join contacts k on k.account_id = d.account_id and k.id = d.contact_id
     where d.account_id = ${ctx.actor.account.id} and d.inbox_id = ${inbox_id} and d.source_id = ${source_id}`
  return row
}

export type NewIdentity = {
  contact_id: string
  inbox_id: string
  source_id: string
  verified?: boolean | undefined
  /** It named a known contact without proof. */
  claimed?: boolean | undefined
}

export async function insert(ctx: Context, fresh: NewIdentity): Promise<Identity> {
  const [row] = await ctx.sql<Identity>`
    insert into contact_identities (account_id, contact_id, inbox_id, source_id, verified, claimed, created_at)
    values (${ctx.actor.account.id}, ${fresh.contact_id}, ${fresh.inbox_id}, ${fresh.source_id}, ${fresh.verified ?? false},
            ${fresh.claimed ?? false}, ${ctx.now})
    returning id, contact_id, verified, claimed, (select blocked from contacts where account_id = ${ctx.actor.account.id} and id = ${fresh.contact_id})`
  return row!
}

/**
 * The contact's latest identity in the inbox, if any. One that was claimed without proof comes last, and of several the
 * first, so that naming a customer's phone number does not bring anybody the messages to them.
 */
export async function findOfContact(
  ctx: Context,
  contact_id: string,
  inbox_id: string,
): Promise<{ id: string } | undefined> {
  const [row] = await ctx.sql<{ id: string }>`
    select id from contact_identities
     where account_id = ${ctx.actor.account.id} and contact_id = ${contact_id} and inbox_id = ${inbox_id}
     order by claimed, case when claimed then id end, id desc limit 1`
  return row
}

/** The latest identity with this source id, in any inbox or the given one. */
export async function findSource(
  { sql, actor }: Context,
  source_id: string,
  inbox_id?: string,
): Promise<{ contact_id: string; inbox_id: string } | undefined> {
  const [row] = await sql<{ contact_id: string; inbox_id: string }>`
    select contact_id, inbox_id from contact_identities
     where account_id = ${actor.account.id} and source_id = ${source_id} ${inbox_id ? part`and inbox_id = ${inbox_id}` : emptyPart}
     order by id desc limit 1`
  return row
}

/** Identities of a contact, oldest first. */
export function listOfContact(ctx: Context, contact_id: string): Promise<ChannelIdentity[]> {
  return listOfContacts(ctx, [contact_id])
}

/** Identities of several contacts, oldest first. */
export function listOfContacts(
  ctx: Context,
  contact_ids: readonly string[],
): Promise<(ChannelIdentity & { contact_id: string })[]> {
  return ctx.sql<ChannelIdentity & { contact_id: string }>`${identitiesOf(ctx, contact_ids)}`
}

export function identitiesOf(ctx: Context, contact_ids: readonly string[]): Part {
  return part`
    select d.id, d.contact_id, jsonb_build_object('id', i.id::text, 'name', i.name) as inbox, i.channel,
           case when i.channel <> 'api' or ${seesConversation(ctx)} then d.source_id end as source_id, d.verified, d.created_at
      from contact_identities d join inboxes i on i.account_id = d.account_id and i.id = d.inbox_id
     where d.account_id = ${ctx.actor.account.id} and d.contact_id = any(${contact_ids}::bigint[]) order by d.id`
}

/** Whether the caller sees a conversation of identity `d`. A caller who sees all conversations need not wait for the first. */
function seesConversation({ actor }: Context): Part {
  if (actor.visibility === 'all') return part`true`
  return part`exists (
    select from conversations v where v.account_id = d.account_id and v.identity_id = d.id
      ${whereVisible(actor, part`v.assignee_id`, part`v.team_id`)})`
}

/** Changes an identity's source id and contact, and moves its conversations to that contact. */
export async function reassign(ctx: Context, id: string, to: Omit<NewIdentity, 'inbox_id'>): Promise<void> {
  await ctx.sql`
    update contact_identities set source_id = ${to.source_id}, contact_id = ${to.contact_id}, verified = ${to.verified ?? false}
     where account_id = ${ctx.actor.account.id} and id = ${id}`
  await ctx.sql`
    update conversations set contact_id = ${to.contact_id} where account_id = ${ctx.actor.account.id} and identity_id = ${id}`
}

/** Moves the conversations of one identity to another, and deletes it. */
export async function merge(ctx: Context, from: string, to: Identity): Promise<void> {
  await ctx.sql`
    update conversations set identity_id = ${to.id}, contact_id = ${to.contact_id}
     where account_id = ${ctx.actor.account.id} and identity_id = ${from}`
  await ctx.sql`delete from contact_identities where account_id = ${ctx.actor.account.id} and id = ${from}`
}

type ContactKeys = { identifier?: string | null; phone_number?: string | null; email?: string | null }

/** The contact with one of these keys, most reliable key first. */
export async function findContact(
  { sql, actor }: Context,
  { identifier = null, phone_number = null, email = null }: ContactKeys,
): Promise<{ id: string } | undefined> {
  const account_id = actor.account.id
  const [row] = await sql<{ id: string }>`
    select id from contacts where account_id = ${account_id} and identifier = ${identifier}
    union all select id from contacts where account_id = ${account_id} and phone_number = any(${phone_number ? phoneVariants(phone_number) : []})
    union all select id from contacts where account_id = ${account_id} and email = ${email} limit 1`
  return row
}

/** Serialises creation of contacts with these keys, so that one person becomes one contact. */
export async function lockKeys({ sql, actor }: Context, by: ContactKeys): Promise<void> {
  const keys = [by.identifier, by.phone_number, by.email]
    .filter((key) => key)
    .map((key) => `${actor.account.id}:${key}`)
  // Sorted, so that two calls with several keys cannot deadlock.
  await sql`select pg_advisory_xact_lock(hashtextextended('contact:' || key, 0)) from unnest(${keys.sort()}::text[]) as key`
}

/** The contact with one of these keys, locked until the transaction ends. */
export async function findContactLocked(ctx: Context, by: ContactKeys): Promise<{ id: string } | undefined> {
  const known = await findContact(ctx, by)
  if (!known) return undefined
  const [contact] = await ctx.sql<{ id: string }>`
    select id from contacts where account_id = ${ctx.actor.account.id} and id = ${known.id} for no key update`
  // The contact was merged during the wait; look again.
  return contact ?? findContactLocked(ctx, by)
}
