import { RecordImport } from '#contract/records/crm.ts'
import { readOpportunities } from '#domains/crm/csv/references.ts'
import { import_input, MOST_BYTES, requestImport } from '#domains/crm/csv/request-import.ts'
import { operation } from '#kernel/operation.ts'

export const import_opportunities = operation({
  summary: 'Import opportunities (deals) from CSV, with dates of their own. Each row creates one.',
  description:
    'The first row contains the column names, as export_opportunities writes them: name, description, amount, currency, probability, owner (e-mail or ' +
    'name), contact_name, contact_email, contact_phone, pipeline, stage, status, lost_reason, created_at, expected_close_date, closed_at (or won_at and ' +
    'lost_at) and utm values, or their Spanish names; any other column becomes a custom attribute. A contact that is not found by e-mail, phone or name ' +
    'is created. A row with a title, contact and creation date that exist already is refused. The import runs in the background, and rules do not run ' +
    'for its opportunities: follow it with get_opportunity_import.',
  rest: 'POST /opportunities/imports',
  permission: 'crm:write',
  tool: false,
  status: 202,
  body_limit: MOST_BYTES,
  audit: { without: ['csv'] },
  input: import_input,
  output: RecordImport,

  prepare: (_ctx, { csv }) => readOpportunities(csv),
  run: (ctx, input, table) => requestImport(ctx, 'opportunities', input, table),
})
