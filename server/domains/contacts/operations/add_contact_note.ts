import { z } from 'zod'
import { ContactNote } from '#contract/records/contact.ts'
import { id, text } from '#contract/scalars.ts'
import * as contacts from '#domains/contacts/store.ts'
import { operation } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'

export const add_contact_note = operation({
  summary: 'Add an internal note to a contact. Customers never see it.',
  rest: 'POST /contacts/:contact_id/notes',
  permission: 'contacts:write',
  tool: false,
  status: 201,
  input: z.strictObject({ contact_id: id, body: text.trim().min(1) }),
  output: ContactNote,

  async run(ctx, { contact_id, body }) {
    await contacts.getLocked(ctx, contact_id)
    const [note] = await ctx.sql<ContactNote>`
      insert into contact_notes (account_id, contact_id, body, author, created_at)
      values (${ctx.actor.account.id}, ${contact_id}, ${body}, ${author(ctx.actor)}, ${ctx.now})
      returning id, contact_id, body, author, created_at`
    ctx.emit('contact.note_created', { contact_note: note! })
    return note!
  },
})
