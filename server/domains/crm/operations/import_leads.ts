import { RecordImport } from '#contract/records/crm.ts'
import { readLeads } from '#domains/crm/csv/references.ts'
import { import_input, MOST_BYTES, requestImport } from '#domains/crm/csv/request-import.ts'
import { operation } from '#kernel/operation.ts'

export const import_leads = operation({
  summary: 'Import leads from CSV, with dates of their own. Each row creates a lead.',
  description:
    'The first row contains the column names, as export_leads writes them: name, company_name, email, phone, source, estimated_value, currency, ' +
    'owner (e-mail or name), contact_name, contact_email, contact_phone, pipeline, stage, status, lost_reason, created_at, lost_at and utm values, or ' +
    'their Spanish names; any other column becomes a custom attribute. A row with a title, contact and creation date that exist already is refused. ' +
    'The import runs in the background, and rules do not run for its leads: follow it with get_lead_import.',
  rest: 'POST /leads/imports',
  permission: 'crm:write',
  tool: false,
  status: 202,
  body_limit: MOST_BYTES,
  audit: { without: ['csv'] },
  input: import_input,
  output: RecordImport,

  prepare: (_ctx, { csv }) => readLeads(csv),
  run: (ctx, input, table) => requestImport(ctx, 'leads', input, table),
})
