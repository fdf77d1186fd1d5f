import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { Pipeline } from '#contract/records/crm.ts'
import { id, line, text } from '#contract/scalars.ts'
import { currency } from '#domains/crm/inputs.ts'
import { revisePipeline } from '#domains/crm/pipelines/rules.ts'
import * as pipelines from '#domains/crm/pipelines/store.ts'
import { operation } from '#kernel/operation.ts'

export const update_pipeline = operation({
  summary: 'Update the name, description, currency or default flag of a pipeline.',
  rest: 'PATCH /pipelines/:pipeline_id',
  permission: ['crm:write', 'workspace:setup'],
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    pipeline_id: id,
    name: line.optional(),
    description: text.nullable().optional(),
    default_currency: currency.optional(),
    is_default: z.boolean().optional(),
  }),
  output: Pipeline,

  async run(ctx, { pipeline_id, ...patch }) {
    if (patch.is_default) await pipelines.lockAll(ctx)
    const before = await pipelines.getLocked(ctx, { pipeline_id })
    const after = revisePipeline(before, patch)
    if (isDeepStrictEqual({ ...before, ...after }, before)) return before
    const pipeline = await pipelines.update(ctx, before, after)
    ctx.emit('pipeline.updated', { pipeline })
    return pipeline
  },
})
