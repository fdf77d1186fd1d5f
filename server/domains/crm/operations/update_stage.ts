import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { Pipeline } from '#contract/records/crm.ts'
import { id, line } from '#contract/scalars.ts'
import { reviseStage } from '#domains/crm/pipelines/rules.ts'
import * as pipelines from '#domains/crm/pipelines/store.ts'
import { validateRequiredFields } from '#domains/crm/pipelines/required-fields-rules.ts'
import { operation } from '#kernel/operation.ts'

export const update_stage = operation({
  summary: 'Update the name, colour, probability, rotting days or required fields of a stage. Returns its pipeline.',
  description: 'Records already in the stage keep their probability and stay even without a required field.',
  rest: 'PATCH /stages/:stage_id',
  permission: ['crm:write', 'workspace:setup'],
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    stage_id: id,
    name: line.optional(),
    probability: z
      .int()
      .min(0)
      .max(100)
      .optional()
      .describe('Probability of winning in percent; fixed for won and lost stages'),
    color: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/, 'Use a hex colour such as #1f93ff')
      .nullable()
      .optional(),
    rotting_days: z.int().min(1).max(3650).nullable().optional(),
    required_fields: z
      .array(line)
      .max(50)
      .optional()
      .describe('Fields a record needs to enter the stage, such as phone, amount or custom_attributes.<key>'),
  }),
  output: Pipeline,

  async run(ctx, { stage_id, required_fields: wanted, ...patch }) {
    const { pipeline: before, stage } = await pipelines.getStageLocked(ctx, stage_id)
    const required_fields = wanted && validateRequiredFields(before, wanted)
    const after = reviseStage(stage, { ...patch, required_fields })
    if (isDeepStrictEqual(after, stage)) return before
    const pipeline = await pipelines.updateStage(ctx, before.id, after)
    ctx.emit('pipeline.stages_updated', { pipeline })
    return pipeline
  },
})
