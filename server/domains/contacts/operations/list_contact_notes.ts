import { z } from 'zod'
import { ContactNote } from '#contract/records/contact.ts'
import { cursor, id, limit, page } from '#contract/scalars.ts'
import * as contacts from '#domains/contacts/store.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const list_contact_notes = operation({
  summary: 'List the internal notes of a contact, newest first.',
  rest: 'GET /contacts/:contact_id/notes',
  permission: 'contacts:read',
  tool: false,
  input: z.strictObject({ contact_id: id, limit: limit.optional(), cursor: cursor.optional() }),
  output: page(ContactNote),

  async run(ctx, input) {
    const { after, limit } = readPage(ctx, input)
    const [, notes] = await Promise.all([
      contacts.get(ctx, input.contact_id),
      contacts.listNotes(ctx, input.contact_id, after, limit),
    ])
    return toPage(ctx, input, notes, (note) => [note.created_at, note.id])
  },
})
