import type { Contact } from '#contract/records/contact.ts'
import * as rules from '#domains/contacts/rules.ts'
import * as contacts from '#domains/contacts/store.ts'
import type { Context } from '#kernel/operation.ts'

/** Merges a duplicate into a contact, which receives its missing fields and all its records. */
export async function mergeContacts(
  ctx: Context,
  contact_id: string,
  duplicate_contact_id: string,
  /** Refuses the merge, once both are locked. */
  check: () => Promise<unknown> = async () => {},
): Promise<Contact> {
  // Locked in id order, so two merges of the same pair can't deadlock.
  const locked = new Map<string, Contact>()
  const inOrder = [contact_id, duplicate_contact_id].sort((a, b) => Number(BigInt(a) - BigInt(b)))
  for (const each of inOrder) locked.set(each, await contacts.getLocked(ctx, each))
  await check()
  const merged = rules.merge(locked.get(contact_id)!, locked.get(duplicate_contact_id)!)

  await contacts.moveReferences(ctx, duplicate_contact_id, contact_id)
  await contacts.remove(ctx, duplicate_contact_id)
  const contact = await contacts.update(ctx, contact_id, merged)
  ctx.emit('contact.merged', { contact, merged_contact_id: duplicate_contact_id })
  return contact
}
