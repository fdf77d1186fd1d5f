import { z } from 'zod'
import { joinParts } from '#db/sql.ts'
import { lead_columns, lead_headings } from '#domains/crm/csv/columns.ts'
import { exportRecords, sharedCells } from '#domains/crm/csv/export.ts'
import { leadFilters } from '#domains/crm/inputs.ts'
import { toLeadConditions } from '#domains/crm/leads/conditions.ts'
import * as leads from '#domains/crm/leads/store.ts'
import { orderOf } from '#domains/crm/records/list-order.ts'
import { csv_language } from '#kernel/csv.ts'
import { operation } from '#kernel/operation.ts'

const { limit: _limit, cursor: _cursor, sort: _sort, ...filters } = leadFilters

export const export_leads = operation({
  summary: 'Export leads as CSV, with the filters of crm_list_leads. Cells are safe to open in a spreadsheet.',
  description: 'An import of the file with import_leads recognises its columns.',
  rest: 'GET /leads/export',
  permission: 'crm:read',
  tool: false,
  analytics: () => true,
  streams: 'text/csv',
  audit: { without: [] },
  input: z.strictObject({ ...filters, language: csv_language }),
  output: z.custom<AsyncIterable<string>>(),

  async run(ctx, { language, ...input }) {
    const conditions = await toLeadConditions(ctx, input)
    const { people, state, attribution, when } = sharedCells(ctx, language)
    return exportRecords<leads.ListRow>(ctx, language, {
      table: 'leads',
      headings: lead_headings,
      columns: lead_columns,
      cells: {
        id: ({ id }) => id,
        name: ({ name }) => name,
        company_name: ({ company_name }) => company_name,
        email: ({ email }) => email,
        phone: ({ phone }) => phone,
        source: ({ source }) => source,
        estimated_value: ({ estimated_value }) => estimated_value,
        currency: ({ currency }) => currency,
        ...people,
        ...state,
        created_at: ({ created_at }) => when(created_at),
        lost_at: ({ status, stage, stage_entered_at }) =>
          status === 'unqualified' && stage.type === 'lost' ? when(stage_entered_at) : null,
        converted_at: ({ converted_at }) => when(converted_at),
        last_activity_at: ({ last_activity_at }) => when(last_activity_at),
        ...attribution,
      },
      read: (after, limit) => leads.list(ctx, joinParts(conditions), orderOf('l', 'newest', after), limit),
    })
  },
})
