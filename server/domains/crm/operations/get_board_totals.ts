import { z } from 'zod'
import { StageTotals } from '#contract/records/crm.ts'
import { id, page } from '#contract/scalars.ts'
import { more } from '#domains/crm/inputs.ts'
import * as pipelines from '#domains/crm/pipelines/store.ts'
import { getFilteredTotals, getTotals } from '#domains/crm/pipelines/board-totals.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const get_board_totals = operation({
  summary: 'Count the leads and opportunities in each stage of a pipeline, with their amounts by currency.',
  description: 'Counts only records you may see. Amounts in different currencies are never added.',
  rest: 'GET /pipelines/:pipeline_id/totals',
  permission: 'crm:read',
  tool: false,
  analytics: () => true,
  input: z.strictObject({
    pipeline_id: id,
    resource: z
      .enum(['leads', 'opportunities'])
      .optional()
      .describe('Count only these; required with filter or view_id'),
    filter: more.filter,
    view_id: more.view_id,
  }),
  output: page(StageTotals),

  async run(ctx, { pipeline_id, resource, filter, view_id }) {
    const { stages } = await pipelines.get(ctx, { pipeline_id })
    const filters = { pipeline_id, filter, view_id }
    if (resource) return { items: await getFilteredTotals(ctx, resource, filters, stages), next_cursor: null }
    if (filter || view_id !== undefined)
      reject('missing_field', 'Give resource with a filter or view_id: leads or opportunities.', 'resource')
    return { items: await getTotals(ctx, pipeline_id, stages), next_cursor: null }
  },
})
