import { z } from 'zod'
import { Pipeline } from '#contract/records/crm.ts'
import { id } from '#contract/scalars.ts'
import * as pipelines from '#domains/crm/pipelines/store.ts'
import { operation } from '#kernel/operation.ts'

export const get_pipeline = operation({
  summary: 'Read one pipeline with its stages.',
  rest: 'GET /pipelines/:pipeline_id',
  permission: 'crm:read',
  tool: false,
  input: z.strictObject({ pipeline_id: id }),
  output: Pipeline,

  run: (ctx, { pipeline_id }) => pipelines.get(ctx, { pipeline_id }),
})
