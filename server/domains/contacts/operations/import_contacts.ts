import { z } from 'zod'
import { ContactImport } from '#contract/records/contact.ts'
import { written } from '#contract/scalars.ts'
import { makerOf } from '#domains/access/makers.ts'
import { readCsv } from '#domains/contacts/csv/table.ts'
import * as imports from '#domains/contacts/csv/imports.ts'
import { operation } from '#kernel/operation.ts'

const MOST_BYTES = 25 * 1024 * 1024

export const import_contacts = operation({
  summary: 'Import contacts from CSV. Rows with a known phone number or e-mail update that contact; others create one.',
  description:
    'The first row contains the column names: name, phone_number, email, city, country, company_name, job_title, bio, labels (or their Spanish names); ' +
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
      .describe('The file: UTF-8, separated by commas, semicolons or tabs. Can also be sent as a text/csv body.'),
    dry_run: z.boolean().optional().describe('Only validate and count; nothing is imported'),
  }),
  output: ContactImport,

  prepare: (_ctx, { csv }) => readCsv(csv),

  async run(ctx, { csv, dry_run = false }, { records }) {
    const made = await imports.insert(ctx, 'contacts', csv, records.length, dry_run)
    ctx.emit('contact_import.requested', { import_id: made.id, maker: makerOf(ctx.actor) })
    return made
  },
})
