import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { Pipeline } from '#contract/records/crm.ts'
import { id, line } from '#contract/scalars.ts'
import { reviseStage } from '#domains/crm/pipeline-rules.ts'
import * as pipelines from '#domains/crm/pipelines.ts'
import { requirable } from '#domains/crm/required-rules.ts'
import { operation } from '#kernel/operation.ts'

export const update_stage = operation({
  summary: 'Change the name, colour, probability, rotting days or required fields of a stage. Returns its pipeline.',
  description:
    'Records that are in the stage keep the probability they have, and stay although they lack a required field.',
  rest: 'PATCH /stages/:stage_id',
  permission: ['crm:write', 'workspace:setup'],
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    stage_id: id,
    name: line.optional(),
    probability: z.int().min(0).max(100).optional().describe('Of winning, in percent; fixed for won and lost stages'),
    color: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/, 'Write the color as hex, such as #1f93ff')
      .nullable()
      .optional(),
    rotting_days: z.int().min(1).max(3650).nullable().optional(),
    required_fields: z
      .array(line)
      .max(50)
      .optional()
      .describe('What a record must have to come here: fields such as phone or amount, or custom_attributes.<key>'),
  }),
  output: Pipeline,

  async run(ctx, { stage_id, required_fields: wanted, ...patch }) {
    const { pipeline: before, stage } = await pipelines.getStageLocked(ctx, stage_id)
    const required_fields = wanted && requirable(before, wanted)
    const after = reviseStage(stage, { ...patch, required_fields })
    if (isDeepStrictEqual(after, stage)) return before
    const pipeline = await pipelines.updateStage(ctx, before.id, after)
    ctx.emit('pipeline.stages_updated', { pipeline })
    return pipeline
  },
})
