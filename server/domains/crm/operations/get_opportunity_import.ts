import { z } from 'zod'
import { RecordImport } from '#contract/records/crm.ts'
import { id } from '#contract/scalars.ts'
import * as imports from '#domains/contacts/csv/imports.ts'
import { operation } from '#kernel/operation.ts'

export const get_opportunity_import = operation({
  summary: 'Get the progress of an import of opportunities: processed, created and failed rows, with the errors.',
  rest: 'GET /opportunities/imports/:import_id',
  permission: 'crm:read',
  tool: false,
  input: z.strictObject({ import_id: id }),
  output: RecordImport,

  async run(ctx, { import_id }) {
    return imports.get(ctx, 'opportunities', import_id)
  },
})
