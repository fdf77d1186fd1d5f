import type { Contact, ContactNote } from '#contract/records/contact.ts'
import { joined, literal, nothing, part, type Part } from '#db/sql.ts'
import { conditions, type Filters, indexConditions } from '#domains/contacts/matching.ts'
import * as rules from '#domains/contacts/rules.ts'
import type { Context } from '#kernel/operation.ts'
import { olderThan } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

export async function get(ctx: Context, id: string, field = 'contact_id'): Promise<Contact> {
  const [row] = await find(ctx, id, nothing)
  return row ?? missing(id, field)
}

/** The contact, held until the transaction ends, so that nobody changes it in between. */
export async function getLocked(ctx: Context, id: string): Promise<Contact> {
  const [row] = await find(ctx, id, part`for update of c`)
  return row ?? missing(id)
}

function find(ctx: Context, id: string, lock: Part): Promise<Contact[]> {
  return ctx.sql<Contact>`
    select ${columns(ctx)} from contacts c where c.account_id = ${ctx.actor.account.id} and c.id = ${id} ${lock}`
}

function missing(id: string, field = 'contact_id'): never {
  return reject('not_found', `There is no contact ${id}; find contacts with search_contacts.`, field)
}

/** The contacts with any of these phone numbers or e-mails, held until the transaction ends. */
export function findByChannels(ctx: Context, phones: string[], emails: string[]): Promise<Contact[]> {
  return ctx.sql<Contact>`
    select ${columns(ctx)} from contacts c
     where c.account_id = ${ctx.actor.account.id} and c.id in (
       select id from contacts where account_id = ${ctx.actor.account.id} and phone_number = any(${phones})
       union select id from contacts where account_id = ${ctx.actor.account.id} and email = any(${emails}))
     order by c.id for update of c`
}

/** A new contact, with these labels on it. */
export async function insert(
  ctx: Context,
  fields: rules.Fields,
  labels: readonly { id: string }[] = [],
): Promise<Contact> {
  const [row] = await ctx.sql<Contact>`
    with c as (
      insert into contacts (account_id, name, phone_number, email, city, country, company_name, job_title, bio,
                            identifier, blocked, custom_attributes, created_at, updated_at)
      values (${ctx.actor.account.id}, ${fields.name}, ${fields.phone_number}, ${fields.email}, ${fields.city}, ${fields.country},
              ${fields.company_name}, ${fields.job_title}, ${fields.bio}, ${fields.identifier}, ${fields.blocked},
              ${fields.custom_attributes}, ${ctx.now}, ${ctx.now})
      returning *
    ) select ${columns(ctx)} from c`
  for (const label of labels) await tag(ctx, row!.id, label.id)
  return labels.length > 0 ? get(ctx, row!.id) : row!
}

export async function update(ctx: Context, id: string, fields: rules.Fields): Promise<Contact> {
  const [row] = await ctx.sql<Contact>`
    with c as (
      update contacts
         set name = ${fields.name}, phone_number = ${fields.phone_number}, email = ${fields.email}, city = ${fields.city},
             country = ${fields.country}, company_name = ${fields.company_name}, job_title = ${fields.job_title},
             bio = ${fields.bio}, identifier = ${fields.identifier}, blocked = ${fields.blocked},
             custom_attributes = ${fields.custom_attributes}, updated_at = ${ctx.now}
       where account_id = ${ctx.actor.account.id} and id = ${id}
      returning *
    ) select ${columns(ctx)} from c`
  return row!
}

export async function remove(ctx: Context, id: string): Promise<void> {
  await ctx.sql`select forget_conversations(${ctx.actor.account.id}, ${id})`
  await ctx.sql`delete from contacts where account_id = ${ctx.actor.account.id} and id = ${id}`
}

/** How many of the newest contacts are looked through before an index is asked for what may be common. */
const RECENT = 2000

/** Contacts that meet every filter, newest first, and one more than asked for. */
export function search(ctx: Context, filters: Filters, after: string[] | undefined, limit: number): Promise<Contact[]> {
  const own = part`c.account_id = ${ctx.actor.account.id} ${olderThan(after, part`c.created_at, c.id`)}`
  const newest = part`order by c.created_at desc, c.id desc`
  const asked = conditions(ctx, filters)
  const met = joined(asked)
  const indexed = joined(indexConditions(ctx, filters))
  if (rules.isRare(filters.terms) || asked.length === 0) {
    return ctx.sql<Contact>`
      select ${columns(ctx)} from contacts c where ${own} ${met} ${indexed} ${newest} limit ${limit + 1}`
  }
  // What many contacts meet is soon found among the newest; an index would have to gather them all first.
  return ctx.sql<Contact>`
    with recent as materialized (
      select c.* from (select c.* from contacts c where ${own} ${newest} limit ${RECENT}) c
       where true ${met} ${newest} limit ${limit + 1}
    ), enough as materialized (
      select count(*) > ${limit} as yes from recent
    ), found as (
      (select c.* from recent c where (select yes from enough))
      union all
      (select c.* from contacts c where not (select yes from enough) and ${own} ${met} ${indexed}
        ${newest} limit ${limit + 1})
    )
    select ${columns(ctx)} from found c ${newest}`
}

/** Contacts that meet every filter in another order, or from a number on. */
export function searchFrom(
  ctx: Context,
  filters: Filters,
  order: Part,
  offset: number,
  limit: number,
): Promise<Contact[]> {
  return ctx.sql<Contact>`
    select ${columns(ctx)} from contacts c where ${matching(ctx, filters)}
     order by ${order} limit ${limit} offset ${offset}`
}

export async function count(ctx: Context, filters: Filters): Promise<number> {
  const [row] = await ctx.sql<{ count: number }>`
    select count(*)::int as count from contacts c where ${matching(ctx, filters)}`
  return row!.count
}

function matching(ctx: Context, filters: Filters): Part {
  return part`c.account_id = ${ctx.actor.account.id} ${joined(conditions(ctx, filters))} ${joined(indexConditions(ctx, filters))}`
}

/** Every custom attribute any contact of the workspace has, by name. */
export async function listAttributeKeys({ sql, actor }: Context): Promise<string[]> {
  const rows = await sql<{ key: string }>`
    select distinct key from contacts, jsonb_object_keys(custom_attributes) as key where account_id = ${actor.account.id} order by key`
  return rows.map((row) => row.key)
}

/** What a contact is, as it travels. Labels come along, so that a page of contacts is one statement. */
function columns({ base_url, actor }: Context): Part {
  return part`
    c.id, c.name, c.phone_number, c.email, c.city, c.country, c.company_name, c.job_title, c.bio, c.identifier, c.blocked, c.last_activity_at,
    c.custom_attributes,
    array(select l.title from contact_labels cl join labels l on l.account_id = cl.account_id and l.id = cl.label_id
           where cl.account_id = c.account_id and cl.contact_id = c.id order by lower(l.title)) as labels,
    ${`${base_url}/app/${actor.account.id}/contacts/`}::text || c.id as url, c.created_at, c.updated_at`
}

/** Puts the label on the contact; answers false when it was there already, or is deleted this very moment. */
export async function tag(ctx: Context, contact_id: string, label_id: string): Promise<boolean> {
  const rows = await ctx.sql`
    insert into contact_labels (account_id, contact_id, label_id)
    select account_id, ${contact_id}, id from labels where account_id = ${ctx.actor.account.id} and id = ${label_id} for key share
    on conflict do nothing returning label_id`
  return rows.length > 0
}

/** Takes the label off the contact; answers false when it was not there. */
export async function untag(ctx: Context, contact_id: string, label_id: string): Promise<boolean> {
  const rows = await ctx.sql`
    delete from contact_labels
     where account_id = ${ctx.actor.account.id} and contact_id = ${contact_id} and label_id = ${label_id} returning label_id`
  return rows.length > 0
}

export function listNotes(
  ctx: Context,
  contact_id: string,
  after: string[] | undefined,
  limit: number,
): Promise<ContactNote[]> {
  return ctx.sql<ContactNote>`
    select id, contact_id, body, author, created_at from contact_notes
     where account_id = ${ctx.actor.account.id} and contact_id = ${contact_id} ${olderThan(after, part`created_at, id`)}
     order by created_at desc, id desc limit ${limit + 1}`
}

/**
 * Hands everything that points at one contact to another. The tables are read from the catalog, so that what later
 * belongs to a contact comes along without being named here; labels and campaigns are sets and are joined first.
 */
export async function moveBelongings(ctx: Context, from: string, to: string): Promise<void> {
  const { sql, actor } = ctx
  await sql`
    insert into contact_labels (account_id, contact_id, label_id)
    select account_id, ${to}, label_id from contact_labels where account_id = ${actor.account.id} and contact_id = ${from}
    on conflict do nothing`
  await sql`delete from contact_labels where account_id = ${actor.account.id} and contact_id = ${from}`
  await joinCampaigns(ctx, from, to)
  await sql`
    update contacts c set last_activity_at = greatest(c.last_activity_at, gone.last_activity_at) from contacts gone
     where c.account_id = ${actor.account.id} and c.id = ${to} and gone.account_id = ${actor.account.id} and gone.id = ${from}`
  const references = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
     where c.contype = 'f' and c.confrelid = 'contacts'::regclass and c.conrelid <> 'contact_labels'::regclass`
  for (const { table, column } of references) {
    await sql`
      update ${literal(table)} set ${literal(column)} = ${to} where account_id = ${actor.account.id} and ${literal(column)} = ${from}`
  }
  await noteConversations(ctx, [to])
}

/** From the conversations they have now follows which inbox they first wrote to, and how soon their leads were answered. */
export async function noteConversations({ sql, actor }: Context, ids: readonly string[]): Promise<void> {
  await sql`select note_first_inbox(${actor.account.id}, ${ids}::bigint[])`
  await sql`select note_lead_responses(${actor.account.id}, ${ids}::bigint[])`
}

/** Who is in a campaign twice is in it once, as whoever of the two came further: nobody is written to a second time. */
async function joinCampaigns({ sql, actor }: Context, from: string, to: string): Promise<void> {
  await sql`
    delete from campaign_recipients r using campaign_recipients o
     where r.account_id = ${actor.account.id} and o.account_id = r.account_id and o.campaign_id = r.campaign_id
       and (r.contact_id = ${from} and o.contact_id = ${to} or r.contact_id = ${to} and o.contact_id = ${from})
       and (array_position(${['failed', 'queued', 'sent', 'replied']}::text[], r.status), r.contact_id = ${to})
         < (array_position(${['failed', 'queued', 'sent', 'replied']}::text[], o.status), o.contact_id = ${to})`
}
