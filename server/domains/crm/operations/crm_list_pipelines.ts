import { z } from 'zod'
import { Pipeline, pipeline_kinds } from '#contract/records/crm.ts'
import { page } from '#contract/scalars.ts'
import * as pipelines from '#domains/crm/pipelines/store.ts'
import { operation } from '#kernel/operation.ts'

export const crm_list_pipelines = operation({
  summary: 'List pipelines with their stages: name, type (open, won or lost) and order.',
  description: 'Call this first: other CRM tools take pipeline and stage names or ids from it.',
  rest: 'GET /pipelines',
  permission: 'crm:read',
  input: z.strictObject({ kind: z.enum(pipeline_kinds).optional().describe('Only pipelines of this kind') }),
  output: page(Pipeline),

  async run(ctx, { kind }) {
    const all = await pipelines.list(ctx)
    return { items: all.filter((each) => kind === undefined || each.kind === kind), next_cursor: null }
  },
})
