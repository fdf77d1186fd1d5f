import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import { checkMayDelete } from '#domains/contacts/hidden-conversations.ts'
import * as contacts from '#domains/contacts/store.ts'
import { operation } from '#kernel/operation.ts'

export const delete_contact = operation({
  summary:
    'Delete a contact with its conversations, messages, files, notes, activities, test drives and survey answers. This cannot be undone.',
  description:
    'Leads and opportunities stay, without a contact. Needs sight of all its conversations, and conversations:write if it has any.',
  rest: 'DELETE /contacts/:contact_id',
  permission: 'contacts:write',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ contact_id: id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, { contact_id }) {
    const contact = await contacts.getLocked(ctx, contact_id)
    await checkMayDelete(ctx, contact_id)
    await contacts.remove(ctx, contact_id)
    ctx.emit('contact.deleted', { contact })
    return { id: contact_id, deleted: true as const }
  },
})
