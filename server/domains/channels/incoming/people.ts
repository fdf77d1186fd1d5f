import { canonicalPhone } from '#contract/phone.ts'
import type { Contact } from '#contract/records/contact.ts'
import { mergeContacts } from '#domains/contacts/merge.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as identities from '#domains/conversations/identities/store.ts'
import { findOrCreateContact } from '#domains/conversations/messages/receive.ts'
import type { Person } from '#kernel/connector.ts'
import type { Context } from '#kernel/operation.ts'

/**
 * The identity of a person in an inbox, found by any of their identifiers and created if there is none. Locked until the
 * transaction ends, so that events about one person are applied one after the other. Identities that turn out to be the same
 * person become one.
 */
export async function resolvePerson(
  ctx: Context,
  inbox_id: string,
  person: Person,
  previous: readonly string[] = [],
): Promise<identities.Identity> {
  const ids = identifiersOf(person, previous)
  await lockIdentifiers(ctx, inbox_id, ids)
  const [first, ...others] = await listByIdentifiers(ctx, inbox_id, ids)
  if (!first) {
    const created = await findOrCreateContact(ctx, inbox_id, { ...senderOf(person), trusted: true, verified: true })
    await addAliases(ctx, inbox_id, created.id, ids)
    return created
  }
  for (const other of others) await joinIdentities(ctx, other, first)
  await addAliases(ctx, inbox_id, first.id, ids)
  await completeContact(ctx, first.contact_id, person)
  return first
}

/** The identity, if the person is known; nothing is created. */
export async function findPerson(
  ctx: Context,
  inbox_id: string,
  person: Person,
): Promise<identities.Identity | undefined> {
  const ids = identifiersOf(person, [])
  await lockIdentifiers(ctx, inbox_id, ids)
  return (await listByIdentifiers(ctx, inbox_id, ids))[0]
}

function senderOf({ source_id, name, phone_number, email, username }: Person) {
  const phone = phoneOf(phone_number)
  return {
    source_id,
    name: name?.trim() || username,
    ...(phone && { phone_number: phone }),
    ...(email && { email }),
    ...(username && { custom_attributes: { username } }),
  }
}

/** Every identifier, the canonical phone number among them: one person may be written in several ways. */
function identifiersOf({ source_id, aliases = [], phone_number }: Person, previous: readonly string[]): string[] {
  const phone = phoneOf(phone_number)
  return [...new Set([source_id, ...aliases, ...(phone ? [phone] : []), ...previous])].filter(Boolean)
}

function phoneOf(phone_number: string | undefined): string | undefined {
  if (!phone_number) return undefined
  return canonicalPhone(phone_number.startsWith('+') ? phone_number : `+${phone_number}`)
}

async function lockIdentifiers({ sql, actor }: Context, inbox_id: string, ids: string[]): Promise<void> {
  const keys = ids.map((id) => `identity:${actor.account.id}:${inbox_id}:${id}`).sort()
  await sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${keys}::text[]) as key`
}

async function listByIdentifiers(ctx: Context, inbox_id: string, ids: string[]): Promise<identities.Identity[]> {
  const account_id = ctx.actor.account.id
  return ctx.sql<identities.Identity>`
    select d.id, d.contact_id, d.verified, k.blocked
      from contact_identities d join contacts k on k.account_id = d.account_id and k.id = d.contact_id
     where d.account_id = ${account_id} and d.inbox_id = ${inbox_id} and (d.source_id = any(${ids}::text[]) or d.id in (
       select identity_id from identity_aliases
        where account_id = ${account_id} and inbox_id = ${inbox_id} and value = any(${ids}::text[])))
     order by d.id for no key update of k`
}

/** Remembers further identifiers; those known already are left alone. */
export async function addAliases(
  { sql, actor, now }: Context,
  inbox_id: string,
  identity_id: string,
  values: readonly string[],
): Promise<void> {
  if (values.length === 0) return
  await sql`
    insert into identity_aliases (account_id, inbox_id, identity_id, value, created_at)
    select ${actor.account.id}, ${inbox_id}, ${identity_id}, value, ${now} from unnest(${values}::text[]) value
    on conflict on constraint identity_aliases_value_unique do nothing`
}

/** Remembers the identifiers that a report about a message gives of its recipient, who may answer with any of them. */
export async function addRecipientIds(
  ctx: Context,
  inbox_id: string,
  conversation_id: string,
  person: Person,
): Promise<void> {
  const [row] = await ctx.sql<{ identity_id: string }>`
    select c.identity_id from conversations c
     where c.account_id = ${ctx.actor.account.id} and c.id = ${conversation_id} and exists (
       select from unnest(${identifiersOf(person, [])}::text[]) as given (value)
        where not exists (select from identity_aliases a
                           where a.account_id = c.account_id and a.inbox_id = ${inbox_id} and a.value = given.value))`
  if (row) await addAliases(ctx, inbox_id, row.identity_id, identifiersOf(person, []))
}

/** Moves everything of one identity to another of the same person, and merges their contacts. */
async function joinIdentities(ctx: Context, from: identities.Identity, to: identities.Identity): Promise<void> {
  if (from.contact_id !== to.contact_id) await mergeContacts(ctx, to.contact_id, from.contact_id)
  await ctx.sql`
    update identity_aliases set identity_id = ${to.id} where account_id = ${ctx.actor.account.id} and identity_id = ${from.id}`
  await identities.merge(ctx, from.id, to)
}

/** Gives the contact the phone number, if it has none. */
async function completeContact(ctx: Context, contact_id: string, { phone_number }: Person): Promise<void> {
  const phone = phoneOf(phone_number)
  if (!phone) return
  const contact = await contacts.getLocked(ctx, contact_id)
  if (!contact.phone_number) await setPhone(ctx, contact, phone)
}

/** Gives the contact of a person with a new phone number that number; the former one still identifies them. */
export async function replacePhone(
  ctx: Context,
  inbox_id: string,
  { id, contact_id }: identities.Identity,
  { phone_number }: Person,
): Promise<void> {
  const phone = phoneOf(phone_number)
  const contact = await contacts.getLocked(ctx, contact_id)
  if (!phone || !contact.phone_number || contact.phone_number === phone) return
  await addAliases(ctx, inbox_id, id, [contact.phone_number])
  await setPhone(ctx, contact, phone)
}

/** Sets the phone number. Another contact with that number is the same person. */
async function setPhone(ctx: Context, { id, phone_number: from }: Contact, phone: string): Promise<void> {
  const other = await identities.findContactLocked(ctx, { phone_number: phone })
  const isOther = other !== undefined && other.id !== id
  const merged = isOther ? await mergeContacts(ctx, id, other.id) : await contacts.getLocked(ctx, id)
  if (merged.phone_number === phone) return
  const updated = await contacts.update(ctx, id, { ...merged, phone_number: phone })
  ctx.emit('contact.updated', { contact: updated, changes: { phone_number: { from, to: phone } } })
}
