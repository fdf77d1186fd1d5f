import { z } from 'zod'
import { StageTotals } from '#contract/records/crm.ts'
import { id, page } from '#contract/scalars.ts'
import * as pipelines from '#domains/crm/pipelines.ts'
import { totalsOf } from '#domains/crm/totals.ts'
import { operation } from '#kernel/operation.ts'

export const get_board_totals = operation({
  summary: 'Count the leads and opportunities in each stage of a pipeline, with their amounts by currency.',
  description: 'Only those you may see are counted. Currencies are never added.',
  rest: 'GET /pipelines/:pipeline_id/totals',
  permission: 'crm:read',
  tool: false,
  analysis: () => true,
  input: z.strictObject({ pipeline_id: id }),
  output: page(StageTotals),

  async run(ctx, { pipeline_id }) {
    const { stages } = await pipelines.get(ctx, { pipeline_id })
    return { items: await totalsOf(ctx, pipeline_id, stages), next_cursor: null }
  },
})
