import { z } from 'zod'
import { ContactTimelineEntry, timeline_kinds } from '#contract/records/contact.ts'
import { cursor, id, limit, page } from '#contract/scalars.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as timeline from '#domains/crm/contact-timeline.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const get_contact_timeline = operation({
  summary:
    'Read what happened around a contact, newest first: messages, notes, leads, opportunities, activities, labels, changes.',
  description:
    'Shows what you may see of it. Changes of the contact itself and its labels are told as long as events are kept, 30 days.',
  rest: 'GET /contacts/:contact_id/timeline',
  permission: 'contacts:read',
  tool: false,
  input: z.strictObject({
    contact_id: id,
    kinds: z.array(z.enum(timeline_kinds)).max(20).optional().describe('Only of these kinds'),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  output: page(ContactTimelineEntry),

  async run(ctx, input) {
    const contact = await contacts.get(ctx, input.contact_id)
    const rows = await timeline.list(ctx, contact.id, input.kinds ?? timeline_kinds, readPage(ctx, input))
    return toPage(ctx, input, rows, ({ occurred_at, id }) => [occurred_at, id])
  },
})
