import { phoneVariants } from '#contract/phone.ts'
import type { Person } from '#kernel/connector.ts'
import { compact, object, type Payload, text } from '#channels/meta/payload.ts'

/** The identifiers WhatsApp may give of one person. Only the first is always there, since 2026. */
export type Identifiers = {
  /** Scoped to the business; changes with the phone number. */
  user_id?: string | undefined
  parent_user_id?: string | undefined
  /** Nearly a phone number: the prefix of mobiles differs in some countries. Absent for people with a username. */
  wa_id?: string | undefined
}

/**
 * The person with these identifiers, with name and further identifiers from the list of contacts. Undefined if nothing
 * identifies them.
 */
export function personOf(given: Identifiers, contacts: readonly Payload[]): Person | undefined {
  const contact = findContact(given, contacts)
  const known = identifiersOf(contact)
  const user_id = given.user_id ?? known.user_id
  const ids = [user_id, given.wa_id ?? known.wa_id, known.wa_id, given.parent_user_id ?? known.parent_user_id]
  const [source_id, ...aliases] = [...new Set(ids.filter((each) => each !== undefined))]
  if (source_id === undefined) return undefined
  const profile = object(contact.profile)
  return compact({
    source_id,
    aliases,
    name: text(profile.name),
    phone_number: toPhone(given.wa_id ?? known.wa_id),
    username: text(profile.username) ?? text(contact.username),
  })
}

export function identifiersOf(contact: Payload): Identifiers {
  return {
    user_id: text(contact.user_id),
    parent_user_id: text(contact.parent_user_id),
    wa_id: text(contact.wa_id),
  }
}

/** The phone number, unless the digits are an internal id: those have 15 digits, phone numbers at most 14. */
export function toPhone(wa_id: string | undefined): string | undefined {
  return wa_id !== undefined && /^[1-9]\d{6,13}$/.test(wa_id) ? `+${wa_id}` : undefined
}

/** Whether both are phone numbers of one person, by their digits. */
export function isSamePhone(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false
  return one === other || phoneVariants(`+${one}`).includes(`+${other}`)
}

/** Contacts are matched by id, not by position: their order is not that of the messages. */
function findContact({ user_id, wa_id }: Identifiers, contacts: readonly Payload[]): Payload {
  const isNamed = user_id !== undefined || wa_id !== undefined
  if (!isNamed) return contacts.length === 1 ? contacts[0]! : {}
  const byUser = contacts.find((each) => user_id !== undefined && text(each.user_id) === user_id)
  return byUser ?? contacts.find((each) => isSamePhone(wa_id, text(each.wa_id))) ?? {}
}
