import { z } from 'zod'
import { ContactImport } from '#contract/records/contact.ts'
import { written } from '#contract/scalars.ts'
import { readCsv } from '#domains/contacts/csv.ts'
import * as imports from '#domains/contacts/imports.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

const MOST_BYTES = 25 * 1024 * 1024
const MOST_ROWS = 100_000

export const import_contacts = operation({
  summary:
    'Import contacts from CSV. Rows whose phone number or e-mail is known update that contact; the others create one.',
  description:
    'The first row names the columns: name, phone_number, email, city, country, company_name, job_title, bio, labels (or their Spanish names); ' +
    'any other column becomes a custom attribute, but created_at, which is passed over. The import runs in the background: follow it with get_contact_import.',
  rest: 'POST /contacts/imports',
  permission: 'contacts:write',
  tool: false,
  status: 202,
  body_limit: MOST_BYTES,
  audit: { without: ['csv'] },
  input: z.strictObject({
    csv: written
      .max(MOST_BYTES)
      .describe('The file: comma, semicolon or tab separated, UTF-8. May also be sent as the body, as text/csv.'),
    dry_run: z.boolean().optional().describe('Only check, and count what would happen'),
  }),
  output: ContactImport,

  async run(ctx, { csv, dry_run = false }) {
    const { records } = readCsv(csv)
    if (records.length > MOST_ROWS) reject('invalid_value', `At most ${MOST_ROWS} rows at once; split the file.`, 'csv')
    const made = await imports.insert(ctx, csv, records.length, dry_run)
    ctx.emit('contact_import.requested', { import_id: made.id })
    return made
  },
})
