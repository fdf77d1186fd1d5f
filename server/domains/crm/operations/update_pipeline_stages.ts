import { z } from 'zod'
import { Pipeline } from '#contract/records/crm.ts'
import { line } from '#contract/scalars.ts'
import { arrangeStages } from '#domains/crm/pipelines/rules.ts'
import * as pipelines from '#domains/crm/pipelines/store.ts'
import { operation } from '#kernel/operation.ts'

export const update_pipeline_stages = operation({
  summary: 'Reorder the stages of a pipeline and add new ones with a full ordered list.',
  description:
    'Call crm_list_pipelines first. Unknown names become new open stages. Every open stage must be listed; won and lost stages ' +
    'stay last and cannot be changed here. Returns the pipeline.',
  rest: 'PUT /pipelines/:pipeline/stages',
  permission: ['crm:write', 'workspace:setup'],
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    pipeline: line.describe('Pipeline, by name or id'),
    ordered_stages: z.array(line).min(1).max(120).describe('All stages in their order, each by name or id'),
  }),
  output: Pipeline,

  async run(ctx, { pipeline: wanted, ordered_stages }) {
    const before = await pipelines.getLocked(ctx, { pipeline: wanted })
    const arranged = arrangeStages(before.stages, ordered_stages)
    const isSame = arranged.every(({ id }, i) => id !== undefined && before.stages[i]?.id === id)
    if (isSame) return before
    const pipeline = await pipelines.arrangeStages(ctx, before.id, arranged)
    ctx.emit('pipeline.stages_updated', { pipeline })
    return pipeline
  },
})
