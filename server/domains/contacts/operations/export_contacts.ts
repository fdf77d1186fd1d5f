import { z } from 'zod'
import { attributeColumn, toCsv, toList } from '#domains/contacts/csv.ts'
import { toFilters } from '#domains/contacts/filters.ts'
import { moreFilters } from '#domains/contacts/inputs.ts'
import type { Filters } from '#domains/contacts/matching.ts'
import { text_fields } from '#domains/contacts/rules.ts'
import * as contacts from '#domains/contacts/store.ts'
import { type Context, operation } from '#kernel/operation.ts'

const ROWS_AT_ONCE = 1000

export const export_contacts = operation({
  summary: 'Export contacts as CSV, with the filters of search_contacts. Cells are safe to open in a spreadsheet.',
  rest: 'GET /contacts/export',
  permission: 'contacts:read',
  tool: false,
  analysis: () => true,
  streams: 'text/csv',
  audit: { without: [] },
  input: z.strictObject(moreFilters),
  output: z.custom<AsyncIterable<string>>(),

  async run(ctx, input) {
    const filters = await toFilters(ctx, input)
    const keys = await contacts.listAttributeKeys(ctx)
    return rows(ctx, filters, keys)
  },
})

/** The heading, then page after page, so that a million contacts never stand in memory at once. */
async function* rows(ctx: Context, filters: Filters, keys: string[]): AsyncGenerator<string> {
  yield toCsv([[...text_fields, 'labels', 'created_at', ...keys.map(attributeColumn)]])
  let after: string[] | undefined
  do {
    const found = await contacts.search(ctx, filters, after, ROWS_AT_ONCE)
    const page = found.slice(0, ROWS_AT_ONCE)
    if (page.length > 0) {
      yield toCsv(
        page.map((contact) => [
          ...text_fields.map((field) => contact[field]),
          toList(contact.labels),
          contact.created_at,
          ...keys.map((key) => contact.custom_attributes[key]),
        ]),
      )
    }
    const last = page.at(-1)
    after = found.length > ROWS_AT_ONCE && last ? [last.created_at, last.id] : undefined
  } while (after)
}
