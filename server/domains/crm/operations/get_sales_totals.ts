import { z } from 'zod'
import { RecordTotals } from '#contract/records/crm.ts'
import { more } from '#domains/crm/inputs.ts'
import { sumRecords } from '#domains/crm/pipelines/board-totals.ts'
import { operation } from '#kernel/operation.ts'

export const get_sales_totals = operation({
  summary: 'Count the leads or opportunities of all pipelines that match a filter, with their amounts by currency.',
  description: 'Counts only records you may see. Amounts in different currencies are never added.',
  rest: 'GET /sales/totals',
  permission: 'crm:read',
  tool: false,
  analytics: () => true,
  input: z.strictObject({
    resource: z.enum(['leads', 'opportunities']),
    filter: more.filter,
    view_id: more.view_id,
  }),
  output: RecordTotals,

  async run(ctx, { resource, ...filters }) {
    return sumRecords(ctx, resource, filters)
  },
})
