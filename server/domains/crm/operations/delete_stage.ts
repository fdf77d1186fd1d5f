import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import { checkRemoval } from '#domains/crm/pipelines/rules.ts'
import * as pipelines from '#domains/crm/pipelines/store.ts'
import { operation } from '#kernel/operation.ts'

export const delete_stage = operation({
  summary: 'Delete a stage. It must be empty and not the only stage of its type.',
  rest: 'DELETE /stages/:stage_id',
  permission: ['crm:write', 'workspace:setup'],
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ stage_id: id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, { stage_id }) {
    const { pipeline: before, stage } = await pipelines.getStageLocked(ctx, stage_id)
    checkRemoval(before, stage)
    await pipelines.checkEmpty(ctx, before, stage)
    const pipeline = await pipelines.removeStage(ctx, before.id, stage_id)
    ctx.emit('pipeline.stages_updated', { pipeline })
    return { id: stage_id, deleted: true as const }
  },
})
