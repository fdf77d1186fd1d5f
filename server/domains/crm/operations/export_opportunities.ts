import { z } from 'zod'
import { joinParts } from '#db/sql.ts'
import { opportunity_columns, opportunity_headings } from '#domains/crm/csv/columns.ts'
import { exportRecords, sharedCells } from '#domains/crm/csv/export.ts'
import { opportunityFilters } from '#domains/crm/inputs.ts'
import { toOpportunityConditions } from '#domains/crm/opportunities/conditions.ts'
import * as opportunities from '#domains/crm/opportunities/store.ts'
import { orderOf } from '#domains/crm/records/list-order.ts'
import { csv_language } from '#kernel/csv.ts'
import { operation } from '#kernel/operation.ts'

const { limit: _limit, cursor: _cursor, sort: _sort, ...filters } = opportunityFilters

export const export_opportunities = operation({
  summary:
    'Export opportunities as CSV, with the filters of crm_list_opportunities. Cells are safe to open in a spreadsheet.',
  description: 'An import of the file with import_opportunities recognises its columns.',
  rest: 'GET /opportunities/export',
  permission: 'crm:read',
  tool: false,
  analytics: () => true,
  streams: 'text/csv',
  audit: { without: [] },
  input: z.strictObject({ ...filters, language: csv_language }),
  output: z.custom<AsyncIterable<string>>(),

  async run(ctx, { language, ...input }) {
    const conditions = await toOpportunityConditions(ctx, input)
    const { people, state, attribution, when } = sharedCells(ctx, language)
    return exportRecords<opportunities.ListRow>(ctx, language, {
      table: 'opportunities',
      headings: opportunity_headings,
      columns: opportunity_columns,
      cells: {
        id: ({ id }) => id,
        name: ({ name }) => name,
        description: ({ description }) => description,
        amount: ({ amount }) => amount,
        currency: ({ currency }) => currency,
        probability: ({ probability }) => probability,
        ...people,
        ...state,
        created_at: ({ created_at }) => when(created_at),
        expected_close_date: ({ expected_close_date }) => expected_close_date,
        closed_at: ({ closed_at }) => when(closed_at),
        last_activity_at: ({ last_activity_at }) => when(last_activity_at),
        ...attribution,
      },
      read: (after, limit) => opportunities.list(ctx, joinParts(conditions), orderOf('o', 'newest', after), limit),
    })
  },
})
