import { z } from 'zod'
import type { ContactNote } from '#contract/records/contact.ts'
import { id } from '#contract/scalars.ts'
import * as contacts from '#domains/contacts/store.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const delete_contact_note = operation({
  summary: 'Delete an internal note of a contact.',
  rest: 'DELETE /contacts/:contact_id/notes/:note_id',
  permission: 'contacts:write',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ contact_id: id, note_id: id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, { contact_id, note_id }) {
    await contacts.get(ctx, contact_id)
    const { sql, actor, emit } = ctx
    const [contact_note] = await sql<ContactNote>`
      delete from contact_notes
       where account_id = ${actor.account.id} and contact_id = ${contact_id} and id = ${note_id}
      returning id, contact_id, body, author, created_at`
    if (!contact_note) reject('not_found', 'Note not found on this contact; see list_contact_notes.')
    emit('contact.note_deleted', { contact_note })
    return { id: note_id, deleted: true as const }
  },
})
