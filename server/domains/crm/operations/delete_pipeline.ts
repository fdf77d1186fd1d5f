import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import * as pipelines from '#domains/crm/pipelines/store.ts'
import { operation } from '#kernel/operation.ts'

export const delete_pipeline = operation({
  summary: 'Delete a pipeline with its stages. It must be empty: move its leads and opportunities first.',
  rest: 'DELETE /pipelines/:pipeline_id',
  permission: ['crm:write', 'workspace:setup'],
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ pipeline_id: id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, { pipeline_id }) {
    const pipeline = await pipelines.getLocked(ctx, { pipeline_id })
    await pipelines.checkEmpty(ctx, pipeline)
    await pipelines.remove(ctx, pipeline_id)
    ctx.emit('pipeline.deleted', { pipeline })
    return { id: pipeline_id, deleted: true as const }
  },
})
