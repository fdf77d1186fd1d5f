import { z } from 'zod'
import { ContactImport } from '#contract/records/contact.ts'
import { cursor, limit, page } from '#contract/scalars.ts'
import * as imports from '#domains/contacts/csv/imports.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const list_contact_imports = operation({
  summary: 'List contact imports, newest first.',
  rest: 'GET /contacts/imports',
  permission: 'contacts:read',
  tool: false,
  input: z.strictObject({ limit: limit.optional(), cursor: cursor.optional() }),
  output: page(ContactImport),

  async run(ctx, input) {
    const { after, limit } = readPage(ctx, input)
    return toPage(ctx, input, await imports.list(ctx, 'contacts', after, limit), (each) => [each.created_at, each.id])
  },
})
