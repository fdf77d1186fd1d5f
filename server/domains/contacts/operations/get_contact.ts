import { z } from 'zod'
import { ContactProfile } from '#contract/records/contact.ts'
import { id } from '#contract/scalars.ts'
import * as contacts from '#domains/contacts/store.ts'
import { operation } from '#kernel/operation.ts'

const NOTES_SHOWN = 50

export const get_contact = operation({
  summary: 'Read everything about one contact: fields, custom attributes, labels and internal notes.',
  description: 'Use search_contacts first to learn the contact_id. Returns the whole profile.',
  rest: 'GET /contacts/:contact_id',
  permission: 'contacts:read',
  input: z.strictObject({
    contact_id: id.describe('Id of the contact'),
    recent_messages: z
      .int()
      .min(0)
      .max(100)
      .optional()
      .describe('How many recent messages of the latest conversation to include. Default 10.'),
  }),
  output: ContactProfile,

  async run(ctx, { contact_id }) {
    const [contact, notes] = await Promise.all([
      contacts.get(ctx, contact_id),
      contacts.listNotes(ctx, contact_id, undefined, NOTES_SHOWN - 1),
    ])
    return { ...contact, notes }
  },
})
