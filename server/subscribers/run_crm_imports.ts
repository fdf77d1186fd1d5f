import { runImport } from '#domains/contacts/csv/import-job.ts'
import * as imports from '#domains/contacts/csv/imports.ts'
import { import_lead_rows } from '#domains/crm/csv/import-leads.ts'
import { import_opportunity_rows } from '#domains/crm/csv/import-opportunities.ts'
import { readLeads, readOpportunities } from '#domains/crm/csv/references.ts'
import { subscriber } from '#kernel/subscriber.ts'

const kinds = {
  leads: { permission: 'crm:write', read: readLeads, rows: import_lead_rows },
  opportunities: { permission: 'crm:write', read: readOpportunities, rows: import_opportunity_rows },
} as const

export const run_crm_imports = subscriber({
  on: ['crm_import.requested'],
  run: (context, event) => runImport(context, event, kinds),
  giveUp: ({ sql }, { account_id, payload: { import_id } }) => imports.fail(sql, account_id, import_id),
})
