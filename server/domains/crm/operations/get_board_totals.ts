import { z } from 'zod'
import { StageTotals } from '#contract/records/crm.ts'
import { id, page } from '#contract/scalars.ts'
import { more } from '#domains/crm/inputs.ts'
import * as pipelines from '#domains/crm/pipelines.ts'
import { matchingTotals, totalsOf } from '#domains/crm/totals.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const get_board_totals = operation({
  summary: 'Count the leads and opportunities in each stage of a pipeline, with their amounts by currency.',
  description: 'Only those you may see are counted. Currencies are never added.',
  rest: 'GET /pipelines/:pipeline_id/totals',
  permission: 'crm:read',
  tool: false,
  analysis: () => true,
  input: z.strictObject({
    pipeline_id: id,
    resource: z
      .enum(['leads', 'opportunities'])
      .optional()
      .describe('Count only these; needed with filter or view_id, which are about one or the other'),
    filter: more.filter,
    view_id: more.view_id,
  }),
  output: page(StageTotals),

  async run(ctx, { pipeline_id, resource, filter, view_id }) {
    const { stages } = await pipelines.get(ctx, { pipeline_id })
    const asked = { pipeline_id, filter, view_id }
    if (resource) return { items: await matchingTotals(ctx, resource, asked, stages), next_cursor: null }
    if (filter || view_id !== undefined)
      reject('missing_field', 'Say what the filter is about: give resource, leads or opportunities.', 'resource')
    return { items: await totalsOf(ctx, pipeline_id, stages), next_cursor: null }
  },
})
