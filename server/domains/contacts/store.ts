import type { Contact, ContactNote } from '#contract/records/contact.ts'
import { joinParts, literal, emptyPart, part, type Part } from '#db/sql.ts'
import { whereContactVisible } from '#domains/access/visibility.ts'
import { avatarUrl } from './avatars/url.ts'
import { conditions, type Filters, indexConditions } from './filters/conditions.ts'
import type { IndexedSort } from '#domains/contacts/inputs.ts'
import * as rules from '#domains/contacts/rules.ts'
import type { Context } from '#kernel/operation.ts'
import { countUpTo, olderThan } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'
import { releaseFiles } from '#kernel/uploads.ts'

export async function get(ctx: Context, id: string, field = 'contact_id'): Promise<Contact> {
  const [row] = await find(ctx, id, emptyPart)
  return row ?? rejectMissing(id, field)
}

/** Like `get`, but locks the contact until the transaction ends. */
export async function getLocked(ctx: Context, id: string): Promise<Contact> {
  const [row] = await find(ctx, id, part`for update of c`)
  return row ?? rejectMissing(id)
}

function find(ctx: Context, id: string, lock: Part): Promise<Contact[]> {
  return ctx.sql<Contact>`
    select ${columns(ctx)} from contacts c
     where c.account_id = ${ctx.actor.account.id} and c.id = ${id} ${whereContactVisible(ctx.actor, part`c`)} ${lock}`
}

function rejectMissing(id: string, field = 'contact_id'): never {
  return reject('not_found', `There is no contact ${id}; find contacts with search_contacts.`, field)
}

/** Locks and returns the contacts with any of these phone numbers or e-mails. */
export function findByChannels(ctx: Context, phones: string[], emails: string[]): Promise<Contact[]> {
  return ctx.sql<Contact>`
    select ${columns(ctx)} from contacts c
     where c.account_id = ${ctx.actor.account.id} and c.id in (
       select id from contacts where account_id = ${ctx.actor.account.id} and phone_number = any(${phones})
       union select id from contacts where account_id = ${ctx.actor.account.id} and email = any(${emails}))
     order by c.id for update of c`
}

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
         set name = ${fields.name}, phone_number = ${fields.phone_number}, email = ${fields.email},
             email_status = case when email = ${fields.email} then email_status end, city = ${fields.city},
             country = ${fields.country}, company_name = ${fields.company_name}, job_title = ${fields.job_title},
             bio = ${fields.bio}, identifier = ${fields.identifier}, blocked = ${fields.blocked},
             custom_attributes = ${fields.custom_attributes}, updated_at = ${ctx.now}
       where account_id = ${ctx.actor.account.id} and id = ${id}
      returning *
    ) select ${columns(ctx)} from c`
  return row!
}

export async function remove(ctx: Context, id: string): Promise<void> {
  await ctx.sql`select remove_conversation_counts(${ctx.actor.account.id}, ${id})`
  await releaseFiles(
    ctx.sql,
    ctx.actor.account.id,
    part`
      select avatar ->> 'file_key' as file_key from contacts where account_id = ${ctx.actor.account.id} and id = ${id}
      union all
      select a.file_key from conversations c
        join messages m on m.account_id = c.account_id and m.conversation_id = c.id
        join attachments a on a.account_id = m.account_id and a.message_id = m.id
       where c.account_id = ${ctx.actor.account.id} and c.contact_id = ${id}`,
  )
  await ctx.sql`delete from contacts where account_id = ${ctx.actor.account.id} and id = ${id}`
}

/** Number of newest contacts scanned before an index is used for a filter that may be common. */
const NEWEST_SCANNED = 2000

/** Contacts that match all filters, newest first, one more than the limit. */
export function search(ctx: Context, filters: Filters, after: string[] | undefined, limit: number): Promise<Contact[]> {
  const own = part`c.account_id = ${ctx.actor.account.id} ${olderThan(after, part`c.created_at, c.id`)}`
  const newest = part`order by c.created_at desc, c.id desc`
  const filtered = conditions(ctx, filters)
  const met = joinParts(filtered)
  const indexed = joinParts(indexConditions(ctx, filters))
  if (rules.isRare(filters.terms) || filtered.length === 0) {
    return ctx.sql<Contact>`
      select ${columns(ctx)} from contacts c where ${own} ${met} ${indexed} ${newest} limit ${limit + 1}`
  }
  // A common filter is quickly satisfied by the newest contacts; an index would have to collect all matches first.
  return ctx.sql<Contact>`
    with recent as materialized (
      select c.* from (select c.* from contacts c where ${own} ${newest} limit ${NEWEST_SCANNED}) c
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

/** Contacts that match all filters, in an order that has an index, one more than the limit. */
export function searchSorted(
  ctx: Context,
  filters: Filters,
  sort: IndexedSort,
  after: string[] | undefined,
  limit: number,
): Promise<Contact[]> {
  const isByName = sort.endsWith('name')
  const column = isByName ? part`fold(c.name)` : part`c.created_at`
  const [direction, beyond] = sort.startsWith('-') ? [part`desc`, part`<`] : [part`asc`, part`>`]
  const last = isByName ? part`fold(${after?.[0]}::text)` : part`${after?.[0]}::timestamptz`
  const start = after ? part`and (${column}, c.id) ${beyond} (${last}, ${after[1]}::bigint)` : emptyPart
  return ctx.sql<Contact>`
    select ${columns(ctx)} from contacts c where ${matching(ctx, filters)} ${start}
     order by ${column} ${direction}, c.id ${direction} limit ${limit + 1}`
}

/** Contacts that match all filters, in a given order and from an offset. */
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

/** The number of contacts that match, counted up to `most`. */
export function countMatches(ctx: Context, filters: Filters, most: number): Promise<number> {
  return countUpTo(ctx, part`contacts c where ${matching(ctx, filters)}`, most)
}

function matching(ctx: Context, filters: Filters): Part {
  return part`c.account_id = ${ctx.actor.account.id} ${joinParts(conditions(ctx, filters))} ${joinParts(indexConditions(ctx, filters))}`
}

/** All custom attribute keys in use, by name. */
export async function listAttributeKeys({ sql, actor }: Context): Promise<string[]> {
  const rows = await sql<{ key: string }>`
    select distinct key from contacts, jsonb_object_keys(custom_attributes) as key where account_id = ${actor.account.id} order by key`
  return rows.map((row) => row.key)
}

/** Columns of a contact record. Includes the labels, so a page needs one statement. */
function columns(ctx: Context): Part {
  const { base_url, actor } = ctx
  return part`
    c.id, c.name, c.phone_number, c.email, c.email_status, c.city, c.country, c.company_name, c.job_title, c.bio, c.identifier, c.blocked, c.last_activity_at,
    c.custom_attributes, ${avatarUrl(ctx, part`c`)} as avatar_url,
    array(select l.title from contact_labels cl join labels l on l.account_id = cl.account_id and l.id = cl.label_id
           where cl.account_id = c.account_id and cl.contact_id = c.id order by lower(l.title)) as labels,
    ${`${base_url}/app/${actor.account.id}/contacts/`}::text || c.id as url, c.created_at, c.updated_at`
}

/** Adds a label. Returns false if the contact already has it, or the label is being deleted. */
export async function tag(ctx: Context, contact_id: string, label_id: string): Promise<boolean> {
  const rows = await ctx.sql`
    insert into contact_labels (account_id, contact_id, label_id)
    select account_id, ${contact_id}, id from labels where account_id = ${ctx.actor.account.id} and id = ${label_id} for key share
    on conflict do nothing returning label_id`
  return rows.length > 0
}

/** Removes a label. Returns false if the contact didn't have it. */
export async function untag(ctx: Context, contact_id: string, label_id: string): Promise<boolean> {
  const rows = await ctx.sql`
    delete from contact_labels
     where account_id = ${ctx.actor.account.id} and contact_id = ${contact_id} and label_id = ${label_id} returning label_id`
  return rows.length > 0
}

/** Notes of a contact, newest first, one more than the limit. */
export function listNotes(
  ctx: Context,
  contact_id: string,
  after: string[] | undefined,
  limit: number,
): Promise<ContactNote[]> {
  return ctx.sql<ContactNote>`${notesOf(ctx, contact_id, limit + 1, after)}`
}

export function notesOf({ actor }: Context, contact_id: string, limit: number, after?: string[]): Part {
  return part`
    select id, contact_id, body, author, created_at from contact_notes
     where account_id = ${actor.account.id} and contact_id = ${contact_id} ${olderThan(after, part`created_at, id`)}
     order by created_at desc, id desc limit ${limit}`
}

/**
 * Points every foreign key from one contact to another. The tables come from the catalog, so new ones are included
 * automatically. Labels and campaign recipients are unique per contact and are merged first.
 */
export async function moveReferences(ctx: Context, from: string, to: string): Promise<void> {
  const { sql, actor } = ctx
  await sql`
    insert into contact_labels (account_id, contact_id, label_id)
    select account_id, ${to}, label_id from contact_labels where account_id = ${actor.account.id} and contact_id = ${from}
    on conflict do nothing`
  await sql`delete from contact_labels where account_id = ${actor.account.id} and contact_id = ${from}`
  await mergeRecipients(ctx, from, to)
  await sql`
    update contacts c
       set last_activity_at = greatest(c.last_activity_at, gone.last_activity_at), opted_out_at = least(c.opted_out_at, gone.opted_out_at),
           consent_at = greatest(c.consent_at, gone.consent_at), avatar = coalesce(c.avatar, gone.avatar)
      from contacts gone
     where c.account_id = ${actor.account.id} and c.id = ${to} and gone.account_id = ${actor.account.id} and gone.id = ${from}`
  await sql`
    update contacts gone set avatar = null from contacts c
     where gone.account_id = ${actor.account.id} and gone.id = ${from} and c.account_id = ${actor.account.id} and c.id = ${to}
       and gone.avatar ->> 'file_key' = c.avatar ->> 'file_key'`
  const references = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
     where c.contype = 'f' and c.confrelid = 'contacts'::regclass and c.conrelid <> 'contact_labels'::regclass`
  for (const { table, column } of references) {
    await sql`
      update ${literal(table)} set ${literal(column)} = ${to} where account_id = ${actor.account.id} and ${literal(column)} = ${from}`
  }
  await refreshFromConversations(ctx, [to])
}

/** Recomputes the first inbox and the lead response times of contacts from their conversations. */
export async function refreshFromConversations({ sql, actor }: Context, ids: readonly string[]): Promise<void> {
  await sql`select record_first_inbox(${actor.account.id}, ${ids}::bigint[])`
  await sql`select record_lead_responses(${actor.account.id}, ${ids}::bigint[])`
}

/** When both merged contacts are recipients, keeps the one furthest along, so nobody gets the message twice. */
async function mergeRecipients({ sql, actor }: Context, from: string, to: string): Promise<void> {
  await sql`
    delete from campaign_recipients r using campaign_recipients o
     where r.account_id = ${actor.account.id} and o.account_id = r.account_id and o.campaign_id = r.campaign_id
       and (r.contact_id = ${from} and o.contact_id = ${to} or r.contact_id = ${to} and o.contact_id = ${from})
       and (array_position(${['failed', 'queued', 'sent', 'replied']}::text[], r.status), r.contact_id = ${to})
         < (array_position(${['failed', 'queued', 'sent', 'replied']}::text[], o.status), o.contact_id = ${to})`
}
