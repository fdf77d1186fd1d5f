import { z } from 'zod'
import { Contact } from '#contract/records/contact.ts'
import { cursor, limit, page } from '#contract/scalars.ts'
import { literal, part, type Part } from '#db/sql.ts'
import { describeUnknownAttributes } from '#domains/contacts/filters/known-attributes.ts'
import { isPlanned, toFilters } from '#domains/contacts/filters/resolve.ts'
import { allFilters, indexed_sorts, offsetPaging, type SortKey } from '#domains/contacts/inputs.ts'
import * as contacts from '#domains/contacts/store.ts'
import { operation } from '#kernel/operation.ts'
import { DEFAULT_LIMIT, readPage, toPage } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

export const search_contacts = operation({
  summary: 'Search contacts by text, labels, custom attributes or creation date, newest first.',
  description:
    'Without filters it lists all contacts. Returns items with id and url, and next_cursor for the next page. ' +
    'To count where contacts come from, use get_overview_report or get_crm_report instead.',
  rest: 'GET /contacts',
  permission: 'contacts:read',
  tool: {
    without: ['filter', 'view_id', 'sort', 'offset'],
    row: [
      'id',
      'name',
      'phone_number',
      'email',
      'city',
      'country',
      'company_name',
      'job_title',
      'custom_attributes',
      'labels',
      'last_activity_at',
      'url',
      'created_at',
    ],
  },
  analytics: isPlanned,
  input: z.strictObject({
    ...allFilters,
    limit: limit.optional(),
    cursor: cursor.optional(),
    ...offsetPaging,
  }),
  output: page(Contact),

  async run(ctx, input) {
    const { sort, offset } = input
    const filters = await toFilters(ctx, input)
    if (sort === undefined && offset === undefined) {
      const { after, limit } = readPage(ctx, input)
      const rows = await contacts.search(ctx, filters, after, limit)
      return toPage(ctx, input, rows, (contact) => [contact.created_at, contact.id])
    }
    const indexed = indexed_sorts.find((each) => each === sort)
    if (indexed && offset === undefined) {
      const { after, limit } = readPage(ctx, input)
      const rows = await contacts.searchSorted(ctx, filters, indexed, after, limit)
      return toPage(ctx, input, rows, (contact) => [
        contact[indexed.endsWith('name') ? 'name' : 'created_at'],
        contact.id,
      ])
    }
    if (input.cursor !== undefined)
      reject('invalid_value', 'Cursors can’t be combined with this sort or with offset; page with offset.', 'cursor')
    const { limit = DEFAULT_LIMIT } = input
    const items = await contacts.searchFrom(ctx, filters, inOrder(sort ?? '-created_at'), offset ?? 0, limit)
    return { items, next_cursor: null }
  },

  async count(ctx, input, most) {
    return contacts.countMatches(ctx, await toFilters(ctx, input), most)
  },

  async note(ctx, { attributes }, { items }) {
    return items.length === 0 ? describeUnknownAttributes(ctx, attributes ?? {}) : undefined
  },
})

/** Text is sorted ignoring case and accents. */
function inOrder(sort: SortKey | `-${SortKey}`): Part {
  const key = sort.replace('-', '')
  const column = key.endsWith('_at') ? literal(`c.${key}`) : literal(`fold(c.${key})`)
  const direction = literal(sort.startsWith('-') ? 'desc' : 'asc')
  return part`${column} ${direction} nulls last, c.id ${direction}`
}
