import { z } from 'zod'
import { Contact } from '#contract/records/contact.ts'
import { id, line } from '#contract/scalars.ts'
import * as labels from '#domains/contacts/labels/store.ts'
import * as contacts from '#domains/contacts/store.ts'
import { operation } from '#kernel/operation.ts'

export const set_contact_labels = operation({
  summary: 'Replace the labels of a contact: add the listed ones, remove the others.',
  rest: 'PUT /contacts/:contact_id/labels',
  permission: 'contacts:write',
  tool: false,
  destructive: true,
  idempotent: true,
  input: z.strictObject({ contact_id: id, labels: z.array(line).max(50).describe('Titles of existing labels') }),
  output: Contact,

  async run(ctx, { contact_id, labels: titles }) {
    const before = await contacts.getLocked(ctx, contact_id)
    const { added, removed } = await labels.difference(ctx, before.labels, titles)
    for (const label of removed) {
      await contacts.untag(ctx, contact_id, label.id)
      ctx.emit('contact.label_removed', { contact: await contacts.get(ctx, contact_id), label })
    }
    for (const label of added) {
      if (!(await contacts.tag(ctx, contact_id, label.id))) continue
      ctx.emit('contact.label_added', { contact: await contacts.get(ctx, contact_id), label })
    }
    return contacts.get(ctx, contact_id)
  },
})
