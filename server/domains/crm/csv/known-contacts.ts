import { part } from '#db/sql.ts'
import { whereContactVisible } from '#domains/access/visibility.ts'
import * as contactRules from '#domains/contacts/rules.ts'
import * as contacts from '#domains/contacts/store.ts'
import type { Line } from '#domains/contacts/csv/import-job.ts'
import { fold } from '#kernel/filters/reference.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

type KnownContact = {
  id: string
  name: string
  phone_number: string | null
  email: string | null
  custom_attributes: Readonly<Record<string, unknown>>
  is_visible: boolean
}
type Cells = Readonly<Record<string, string>>
type Reference = { name: string | undefined; email: string | null; phone_number: string | null }

/** The contacts that rows refer to by e-mail, phone or name. */
export type KnownContacts = {
  byEmail: Map<string, KnownContact>
  byPhone: Map<string, KnownContact>
  byName: Map<string, KnownContact[]>
}

export async function loadContacts(ctx: Context, records: readonly Line[]): Promise<KnownContacts> {
  const { sql, actor } = ctx
  const columns = (...names: string[]) => records.flatMap(({ cells }) => names.flatMap((name) => cells[name] || []))
  const emails = columns('contact_email', 'email').flatMap((cell) => contactRules.findEmailAddress(cell) ?? [])
  const phones = columns('contact_phone', 'phone').flatMap(
    (cell) => contactRules.findPhoneNumber(cell, actor.account.country) ?? [],
  )
  const own = actor.account.id
  const found = await sql<KnownContact>`
    select c.id, c.name, c.phone_number, c.email, c.custom_attributes, (true ${whereContactVisible(actor, part`c`)}) as is_visible
      from contacts c
     where c.account_id = ${own} and c.id in (
       select id from contacts where account_id = ${own} and phone_number = any(${phones})
       union select id from contacts where account_id = ${own} and email = any(${emails})
       union select id from contacts where account_id = ${own} and fold(name) = any(array(select fold(n) from unnest(${columns('contact_name')}::text[]) n)))
     order by c.id`
  const known: KnownContacts = { byEmail: new Map(), byPhone: new Map(), byName: new Map() }
  for (const contact of found) remember(known, contact)
  return known
}

function remember({ byEmail, byPhone, byName }: KnownContacts, contact: KnownContact): void {
  if (contact.email) byEmail.set(contact.email, contact)
  if (contact.phone_number) byPhone.set(contact.phone_number, contact)
  if (!contact.is_visible) return
  const same = byName.get(fold(contact.name)) ?? []
  byName.set(fold(contact.name), [...same, contact])
}

/** The contact of a row, by the columns of its contact. A new one has an empty id until it is saved. */
export function chooseContact(ctx: Context, known: KnownContacts, cells: Cells): KnownContact | undefined {
  const { contact_name: name, contact_email, contact_phone } = cells
  if (!name && !contact_email && !contact_phone) return undefined
  const email = contact_email ? contactRules.emailAddress(contact_email) : null
  const phone_number = contact_phone ? contactRules.phoneNumber(contact_phone, ctx.actor.account.country) : null
  const wanted = { name, email, phone_number }
  return findKnown(known, wanted, 'contact_email', 'contact_phone') ?? byName(known, wanted) ?? newContact(wanted)
}

/** The contact with the lead's own e-mail or phone, if there is one. */
export function findByChannels(ctx: Context, known: KnownContacts, cells: Cells): KnownContact | undefined {
  const email = contactRules.findEmailAddress(cells.email ?? '') ?? null
  const phone_number = contactRules.findPhoneNumber(cells.phone ?? '', ctx.actor.account.country) ?? null
  return findKnown(known, { name: undefined, email, phone_number }, 'email', 'phone')
}

function findKnown(
  known: KnownContacts,
  wanted: Reference,
  email_field: string,
  phone_field: string,
): KnownContact | undefined {
  const byEmail = wanted.email === null ? undefined : known.byEmail.get(wanted.email)
  const byPhone = wanted.phone_number === null ? undefined : known.byPhone.get(wanted.phone_number)
  if (byEmail && byPhone && byEmail !== byPhone)
    reject(
      'ambiguous_reference',
      'The e-mail and the phone number belong to different contacts; merge them, or leave one out.',
      phone_field,
    )
  const found = byEmail ?? byPhone
  if (found && !found.is_visible)
    reject(
      'permission_denied',
      'This contact is one you can’t see; ask someone who sees all contacts.',
      byEmail ? email_field : phone_field,
    )
  return found
}

function byName(known: KnownContacts, { name, email, phone_number }: Reference): KnownContact | undefined {
  const same = name ? (known.byName.get(fold(name)) ?? []) : []
  // Another contact of the same name has another e-mail or phone.
  if (email !== null || phone_number !== null) return undefined
  if (same.length > 1)
    reject(
      'ambiguous_reference',
      `${same.length} contacts are called ${name}; give the e-mail or phone of the contact.`,
      'contact_name',
    )
  return same[0]
}

function newContact({ name, email, phone_number }: Reference): KnownContact {
  if (email === null && phone_number === null)
    reject(
      'not_found',
      `There is no contact called ${name}; give its e-mail or phone too, so that it can be created.`,
      'contact_name',
    )
  const known_as = name ?? email ?? phone_number!
  return { id: '', name: known_as, email, phone_number, custom_attributes: {}, is_visible: true }
}

/** Saves a new contact, unless in a dry run; later rows then refer to it. */
export async function saveContact(
  ctx: Context,
  known: KnownContacts,
  contact: KnownContact,
  dry_run: boolean,
): Promise<void> {
  if (contact.id !== '') return
  const { name, email, phone_number } = contact
  const fields = contactRules.create({ name, email, phone_number }, ctx.actor.account.country)
  if (dry_run) contact.id = 'new'
  else {
    const created = await contacts.insert(ctx, fields)
    ctx.emit('contact.created', { contact: created })
    contact.id = created.id
  }
  remember(known, contact)
}
