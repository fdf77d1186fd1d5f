import { z } from 'zod'
import { Contact } from '#contract/records/contact.ts'
import { cursor, limit, page } from '#contract/scalars.ts'
import { isPlanned, toFilters } from '#domains/contacts/filters.ts'
import { contactFilters } from '#domains/contacts/inputs.ts'
import * as contacts from '#domains/contacts/store.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const search_contacts = operation({
  summary: 'Find contacts by text, labels, custom attributes or when they were created, newest first.',
  description:
    'Without filters it lists all contacts. Returns items with id and url, and next_cursor for the next page.',
  rest: 'GET /contacts',
  permission: 'contacts:read',
  analysis: isPlanned,
  input: z.strictObject({ ...contactFilters, limit: limit.optional(), cursor: cursor.optional() }),
  output: page(Contact),

  async run(ctx, input) {
    const { after, limit } = readPage(ctx, input)
    const rows = await contacts.search(ctx, await toFilters(ctx, input), after, limit)
    return toPage(ctx, input, rows, (contact) => [contact.created_at, contact.id])
  },
})
