import { z } from 'zod'
import { Contact } from '#contract/records/contact.ts'
import { id } from '#contract/scalars.ts'
import * as rules from '#domains/contacts/rules.ts'
import * as contacts from '#domains/contacts/store.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const merge_contacts = operation({
  summary: 'Merge a duplicate into a contact: it gives what the contact lacks, and everything of its own, and is gone.',
  rest: 'POST /contacts/:contact_id/merge',
  permission: 'contacts:write',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({
    contact_id: id.describe('The contact that stays'),
    duplicate_contact_id: id.describe('The one that goes'),
  }),
  output: Contact,

  async run(ctx, { contact_id, duplicate_contact_id }) {
    if (BigInt(contact_id) === BigInt(duplicate_contact_id)) {
      reject('invalid_value', 'A contact cannot be merged with itself.', 'duplicate_contact_id')
    }
    // Held in one order, so that two merges of the same pair wait for each other instead of locking each other out.
    const held = new Map<string, Contact>()
    const inOrder = [contact_id, duplicate_contact_id].sort((a, b) => Number(BigInt(a) - BigInt(b)))
    for (const each of inOrder) held.set(each, await contacts.getLocked(ctx, each))
    const merged = rules.merge(held.get(contact_id)!, held.get(duplicate_contact_id)!)

    await contacts.moveBelongings(ctx, duplicate_contact_id, contact_id)
    await contacts.remove(ctx, duplicate_contact_id)
    const contact = await contacts.update(ctx, contact_id, merged)
    ctx.emit('contact.merged', { contact, merged_contact_id: duplicate_contact_id })
    return contact
  },
})
