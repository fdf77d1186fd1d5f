import { import_rows } from '#domains/contacts/import-rows.ts'
import * as imports from '#domains/contacts/imports.ts'
import { readCsv } from '#domains/contacts/csv.ts'
import { subscriber } from '#kernel/subscriber.ts'

const ROWS_AT_ONCE = 200

/** Imports a file of contacts, some rows at a time, so that its progress can be watched and a crash costs nothing. */
export const run_contact_imports = subscriber({
  on: ['contact_import.requested'],
  async run({ sql, invoke }, { account_id, payload: { import_id } }) {
    const { csv, processed_rows, dry_run } = await imports.getFile(sql, account_id, import_id)
    if (!csv) return // Done before; this delivery is a repetition.
    const { records } = readCsv(csv)
    // A dry run writes nothing, so its rows must stay together to know of one another.
    const size = dry_run ? records.length : ROWS_AT_ONCE
    for (let from = processed_rows; from === 0 || from < records.length; from += size) {
      await invoke(import_rows, { import_id, from, records: records.slice(from, from + size) })
      if (size === 0) break
    }
  },

  giveUp: ({ sql }, { account_id, payload: { import_id } }) => imports.fail(sql, account_id, import_id),
})
