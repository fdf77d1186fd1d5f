import type { ChannelIdentity } from '#contract/records/conversation.ts'
import { nothing, part, type Part } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'

export type Identity = { id: string; contact_id: string; verified: boolean; blocked: boolean }

/**
 * Waits for whatever else is being received from the same person in the same inbox, so that what they write keeps its
 * order and two first messages begin one conversation; and holds their contact, so that nobody merges it away meanwhile.
 * Everything travels together.
 */
export async function hold(ctx: Context, inbox_id: string, source_id: string): Promise<Identity | undefined> {
  const turn = ctx.sql`
    select pg_advisory_xact_lock(hashtextextended(${`identity:${ctx.actor.account.id}:${inbox_id}:${source_id}`}, 0))`
  const held = find(ctx, inbox_id, source_id, part`for no key update of k`)
  const [, identity, known] = await Promise.all([turn, held, find(ctx, inbox_id, source_id)])
  // Their contact was merged away during the wait: they belong to another now, who is held instead.
  return known && !identity ? hold(ctx, inbox_id, source_id) : identity
}

export async function find(
  ctx: Context,
  inbox_id: string,
  source_id: string,
  lock: Part = nothing,
): Promise<Identity | undefined> {
  const [row] = await ctx.sql<Identity>`
    select d.id, d.contact_id, d.verified, k.blocked from contact_identities d
      join contacts k on k.account_id = d.account_id and k.id = d.contact_id
     where d.account_id = ${ctx.actor.account.id} and d.inbox_id = ${inbox_id} and d.source_id = ${source_id} ${lock}`
  return row
}

export type New = { contact_id: string; inbox_id: string; source_id: string; verified?: boolean | undefined }

export async function insert(ctx: Context, fresh: New): Promise<Identity> {
  const [row] = await ctx.sql<Identity>`
    insert into contact_identities (account_id, contact_id, inbox_id, source_id, verified, created_at)
    values (${ctx.actor.account.id}, ${fresh.contact_id}, ${fresh.inbox_id}, ${fresh.source_id}, ${fresh.verified ?? false}, ${ctx.now})
    returning id, contact_id, verified, (select blocked from contacts where account_id = ${ctx.actor.account.id} and id = ${fresh.contact_id})`
  return row!
}

/** Who the contact is in the inbox, when they are known there: by the latest they wrote as. */
export async function findOfContact(
  ctx: Context,
  contact_id: string,
  inbox_id: string,
): Promise<{ id: string } | undefined> {
  const [row] = await ctx.sql<{ id: string }>`
    select id from contact_identities
     where account_id = ${ctx.actor.account.id} and contact_id = ${contact_id} and inbox_id = ${inbox_id}
     order by id desc limit 1`
  return row
}

/** Who someone is wherever they are known by this, or in one inbox; the latest, where they are several. */
export async function findSource(
  { sql, actor }: Context,
  source_id: string,
  inbox_id?: string,
): Promise<{ contact_id: string; inbox_id: string } | undefined> {
  const [row] = await sql<{ contact_id: string; inbox_id: string }>`
    select contact_id, inbox_id from contact_identities
     where account_id = ${actor.account.id} and source_id = ${source_id} ${inbox_id ? part`and inbox_id = ${inbox_id}` : nothing}
     order by id desc limit 1`
  return row
}

/** Who the contact is in each channel, oldest first. */
export function listOfContact(ctx: Context, contact_id: string): Promise<ChannelIdentity[]> {
  return listOfContacts(ctx, [contact_id])
}

/** The same, of several contacts at once. */
export function listOfContacts(
  ctx: Context,
  contact_ids: readonly string[],
): Promise<(ChannelIdentity & { contact_id: string })[]> {
  return ctx.sql<ChannelIdentity & { contact_id: string }>`
    select d.id, d.contact_id, jsonb_build_object('id', i.id::text, 'name', i.name) as inbox, i.channel, d.source_id, d.verified, d.created_at
      from contact_identities d join inboxes i on i.account_id = d.account_id and i.id = d.inbox_id
     where d.account_id = ${ctx.actor.account.id} and d.contact_id = any(${contact_ids}::bigint[]) order by d.id`
}

/** Gives an identity another name in the channel, and another contact, with the conversations it has. */
export async function become(ctx: Context, id: string, to: Omit<New, 'inbox_id'>): Promise<void> {
  await ctx.sql`
    update contact_identities set source_id = ${to.source_id}, contact_id = ${to.contact_id}, verified = ${to.verified ?? false}
     where account_id = ${ctx.actor.account.id} and id = ${id}`
  await ctx.sql`
    update conversations set contact_id = ${to.contact_id} where account_id = ${ctx.actor.account.id} and identity_id = ${id}`
}

/** Hands the conversations of one identity to another, and forgets it. */
export async function join(ctx: Context, from: string, to: Identity): Promise<void> {
  await ctx.sql`
    update conversations set identity_id = ${to.id}, contact_id = ${to.contact_id}
     where account_id = ${ctx.actor.account.id} and identity_id = ${from}`
  await ctx.sql`delete from contact_identities where account_id = ${ctx.actor.account.id} and id = ${from}`
}

type Known = { identifier?: string | null; phone_number?: string | null; email?: string | null }

/** The contact already known by one of these, the surest first. */
export async function findContact(
  { sql, actor }: Context,
  { identifier = null, phone_number = null, email = null }: Known,
): Promise<{ id: string } | undefined> {
  const account_id = actor.account.id
  const [row] = await sql<{ id: string }>`
    select id from contacts where account_id = ${account_id} and identifier = ${identifier}
    union all select id from contacts where account_id = ${account_id} and phone_number = ${phone_number}
    union all select id from contacts where account_id = ${account_id} and email = ${email} limit 1`
  return row
}

/** Whoever else finds or makes a contact known by one of these waits, so that one person becomes one contact. */
export async function holdKeys({ sql, actor }: Context, by: Known): Promise<void> {
  const keys = [by.identifier, by.phone_number, by.email]
    .filter((key) => key)
    .map((key) => `${actor.account.id}:${key}`)
  // In one order, so that two who know someone by several wait for each other instead of locking each other out.
  await sql`select pg_advisory_xact_lock(hashtextextended('contact:' || key, 0)) from unnest(${keys.sort()}::text[]) as key`
}

/** The contact already known by one of these, held until the transaction ends. */
export async function holdContact(ctx: Context, by: Known): Promise<{ id: string } | undefined> {
  const known = await findContact(ctx, by)
  if (!known) return undefined
  const [held] = await ctx.sql<{ id: string }>`
    select id from contacts where account_id = ${ctx.actor.account.id} and id = ${known.id} for no key update`
  // Merged away during the wait: they are another now.
  return held ?? holdContact(ctx, by)
}

/** Remembers that the contact has just written. */
export async function touch(ctx: Context, contact_id: string): Promise<void> {
  await ctx.sql`
    update contacts set last_activity_at = ${ctx.now} where account_id = ${ctx.actor.account.id} and id = ${contact_id}`
}
