import { z } from 'zod'
import { toFilters } from '#domains/contacts/filters/resolve.ts'
import { allFilters } from '#domains/contacts/inputs.ts'
import * as contacts from '#domains/contacts/store.ts'
import { operation } from '#kernel/operation.ts'

export const count_contacts = operation({
  summary: 'Count contacts, with the filters of search_contacts.',
  rest: 'GET /contacts/count',
  permission: 'contacts:read',
  tool: false,
  analytics: () => true,
  input: z.strictObject(allFilters),
  output: z.object({ count: z.int() }),

  async run(ctx, input) {
    return { count: await contacts.count(ctx, await toFilters(ctx, input)) }
  },
})
