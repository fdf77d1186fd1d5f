import { z } from 'zod'
import { ContactImport } from '#contract/records/contact.ts'
import { id } from '#contract/scalars.ts'
import * as imports from '#domains/contacts/csv/imports.ts'
import { operation } from '#kernel/operation.ts'

export const get_contact_import = operation({
  summary: 'Get the progress of a contact import: processed, created, updated and failed rows, with the errors.',
  rest: 'GET /contacts/imports/:import_id',
  permission: 'contacts:read',
  tool: false,
  input: z.strictObject({ import_id: id }),
  output: ContactImport,

  async run(ctx, { import_id }) {
    return imports.get(ctx, 'contacts', import_id)
  },
})
