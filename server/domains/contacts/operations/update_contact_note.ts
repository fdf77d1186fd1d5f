import { z } from 'zod'
import { ContactNote } from '#contract/records/contact.ts'
import { id, text } from '#contract/scalars.ts'
import * as contacts from '#domains/contacts/store.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const update_contact_note = operation({
  summary: 'Update the text of an internal note. Author and time stay unchanged.',
  rest: 'PATCH /contacts/:contact_id/notes/:note_id',
  permission: 'contacts:write',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: ['body'] },
  input: z.strictObject({ contact_id: id, note_id: id, body: text.trim().min(1) }),
  output: ContactNote,

  async run(ctx, { contact_id, note_id, body }) {
    await contacts.get(ctx, contact_id)
    const { sql, actor } = ctx
    const [note] = await sql<ContactNote>`
      update contact_notes set body = ${body}
       where account_id = ${actor.account.id} and contact_id = ${contact_id} and id = ${note_id}
      returning id, contact_id, body, author, created_at`
    return note ?? reject('not_found', 'Note not found on this contact; see list_contact_notes.')
  },
})
