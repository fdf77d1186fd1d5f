import { z } from 'zod'
import { ContactImport } from '#contract/records/contact.ts'
import { id } from '#contract/scalars.ts'
import * as imports from '#domains/contacts/imports.ts'
import { operation } from '#kernel/operation.ts'

export const get_contact_import = operation({
  summary: 'Read how far an import of contacts is: rows done, created, updated, refused and why.',
  rest: 'GET /contacts/imports/:import_id',
  permission: 'contacts:read',
  tool: false,
  input: z.strictObject({ import_id: id }),
  output: ContactImport,

  async run(ctx, { import_id }) {
    return imports.get(ctx, import_id)
  },
})
