import { readCsv } from '#domains/contacts/csv/table.ts'
import { runImport } from '#domains/contacts/csv/import-job.ts'
import { import_rows } from '#domains/contacts/csv/import-rows.ts'
import * as imports from '#domains/contacts/csv/imports.ts'
import { subscriber } from '#kernel/subscriber.ts'

export const run_contact_imports = subscriber({
  on: ['contact_import.requested'],
  run: (context, event) =>
    runImport(context, event, { contacts: { permission: 'contacts:write', read: readCsv, rows: import_rows } }),
  giveUp: ({ sql }, { account_id, payload: { import_id } }) => imports.fail(sql, account_id, import_id),
})
