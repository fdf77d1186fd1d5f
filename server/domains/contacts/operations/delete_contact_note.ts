import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const delete_contact_note = operation({
  summary: 'Delete an internal note about a contact.',
  rest: 'DELETE /contacts/:contact_id/notes/:note_id',
  permission: 'contacts:write',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ contact_id: id, note_id: id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run({ sql, actor }, { contact_id, note_id }) {
    const rows = await sql`
      delete from contact_notes
       where account_id = ${actor.account.id} and contact_id = ${contact_id} and id = ${note_id} returning id`
    if (rows.length === 0) reject('not_found', 'There is no such note on this contact.')
    return { id: note_id, deleted: true as const }
  },
})
