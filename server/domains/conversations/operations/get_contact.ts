import { z } from 'zod'
import { ContactProfile } from '#contract/records/contact.ts'
import { id } from '#contract/scalars.ts'
import { part } from '#db/sql.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as identities from '#domains/conversations/identities.ts'
import * as messages from '#domains/conversations/messages.ts'
import * as conversations from '#domains/conversations/store.ts'
import { operation } from '#kernel/operation.ts'

const NOTES_SHOWN = 50
const CONVERSATIONS_SHOWN = 20

export const get_contact = operation({
  summary:
    'Read everything about one contact: fields, custom attributes, labels, channel identities, internal notes and conversations.',
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

  async run(ctx, { contact_id, recent_messages = 10 }) {
    // Who may know contacts need not be allowed to read what they write.
    const mayRead = ctx.actor.permissions.has('conversations:read')
    const [contact, notes, channel_identities, theirs] = await Promise.all([
      contacts.get(ctx, contact_id),
      contacts.listNotes(ctx, contact_id, undefined, NOTES_SHOWN - 1),
      identities.listOfContact(ctx, contact_id),
      mayRead
        ? conversations.list(ctx, part`and c.contact_id = ${contact_id}`, { limit: CONVERSATIONS_SHOWN - 1 })
        : [],
    ])
    const [latest] = theirs
    const recent = latest ? await messages.list(ctx, latest.id, undefined, recent_messages - 1) : []
    return { ...contact, notes, channel_identities, conversations: theirs, recent_messages: recent }
  },
})
