import { z } from 'zod'
import { channels } from '#contract/channels.ts'
import { ContactTimelineEntry, timeline_kinds } from '#contract/records/contact.ts'
import { cursor, id, limit, page } from '#contract/scalars.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as timeline from '#domains/crm/activities/contact-timeline.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const get_contact_timeline = operation({
  summary:
    'List the timeline of a contact, newest first: messages, notes, leads, opportunities, activities, labels, changes.',
  description: 'Includes only what you may see. Changes to the contact and its labels are kept for 30 days.',
  rest: 'GET /contacts/:contact_id/timeline',
  permission: 'contacts:read',
  tool: false,
  input: z.strictObject({
    contact_id: id,
    kinds: z.array(z.enum(timeline_kinds)).max(20).optional().describe('Only entries of these kinds'),
    channel: z.enum(channels).optional().describe('Only messages and conversations of this channel'),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  output: page(ContactTimelineEntry),

  async run(ctx, input) {
    const contact = await contacts.get(ctx, input.contact_id)
    const rows = await timeline.list(ctx, contact.id, input.kinds ?? timeline_kinds, {
      ...readPage(ctx, input),
      channel: input.channel,
    })
    return toPage(ctx, input, rows, ({ occurred_at, id }) => [occurred_at, id])
  },
})
