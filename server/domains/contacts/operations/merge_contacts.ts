import { z } from 'zod'
import { Contact } from '#contract/records/contact.ts'
import { id } from '#contract/scalars.ts'
import { mergeContacts } from '#domains/contacts/merge.ts'
import { checkSeesAll } from '#domains/contacts/hidden-conversations.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const merge_contacts = operation({
  summary:
    'Merge a duplicate into a contact, which receives its missing fields and all its records. The duplicate is deleted.',
  description: 'Needs sight of all conversations of the duplicate.',
  rest: 'POST /contacts/:contact_id/merge',
  permission: 'contacts:write',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({
    contact_id: id.describe('Contact to keep'),
    duplicate_contact_id: id.describe('Duplicate to delete'),
  }),
  output: Contact,

  async run(ctx, { contact_id, duplicate_contact_id }) {
    if (BigInt(contact_id) === BigInt(duplicate_contact_id)) {
      reject('invalid_value', 'A contact can’t be merged with itself; give two different ids.', 'duplicate_contact_id')
    }
    return mergeContacts(ctx, contact_id, duplicate_contact_id, () =>
      checkSeesAll(ctx, duplicate_contact_id, 'merge away'),
    )
  },
})
