import { z } from 'zod'
import { Contact } from '#contract/records/contact.ts'
import { id, line } from '#contract/scalars.ts'
import * as labels from '#domains/contacts/labels/store.ts'
import * as contacts from '#domains/contacts/store.ts'
import { operation } from '#kernel/operation.ts'

export const tag_contact = operation({
  summary: 'Add a label to a contact, by label id or title. No effect if it already has it.',
  description:
    'The label must exist: see list_labels, or create it with create_label. Returns the contact with its labels.',
  rest: 'POST /contacts/:contact_id/labels',
  permission: 'contacts:write',
  idempotent: true,
  input: z.strictObject({
    contact_id: id.describe('Id of the contact'),
    label_id: id.optional().describe('Id of the label'),
    label_title: line.optional().describe('Title of the label, ignoring case; give this or label_id'),
  }),
  output: Contact,

  async run(ctx, { contact_id, ...which }) {
    await contacts.getLocked(ctx, contact_id)
    const label = await labels.get(ctx, which)
    const changed = await contacts.tag(ctx, contact_id, label.id)
    // Read after the lock, because another call may have changed the labels.
    const contact = await contacts.get(ctx, contact_id)
    if (changed) ctx.emit('contact.label_added', { contact, label })
    return contact
  },
})
