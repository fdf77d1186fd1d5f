import { z } from 'zod'
import { Pipeline, pipeline_kinds } from '#contract/records/crm.ts'
import { line, text } from '#contract/scalars.ts'
import { currency } from '#domains/crm/inputs.ts'
import { revisePipeline } from '#domains/crm/pipelines/rules.ts'
import * as pipelines from '#domains/crm/pipelines/store.ts'
import { operation } from '#kernel/operation.ts'

export const create_pipeline = operation({
  summary: 'Create a pipeline with the default stages of its kind.',
  description:
    'Names are unique in the workspace, ignoring case. Change its stages with update_pipeline_stages. Returns the pipeline with its stages.',
  rest: 'POST /pipelines',
  permission: ['crm:write', 'workspace:setup'],
  status: 201,
  audit: { without: [] },
  input: z.strictObject({
    name: line.describe('Name of the pipeline'),
    kind: z.enum(pipeline_kinds).describe('Kind of records it holds; mixed holds leads and opportunities'),
    description: text.optional().describe('Purpose'),
    default_currency: currency.optional().describe('ISO code of its amounts. Default COP, or that of the workspace'),
    is_default: z.boolean().optional().describe('Make it the default of its kind'),
  }),
  output: Pipeline,

  async run(ctx, { kind, ...fields }) {
    if (fields.is_default) await pipelines.lockAll(ctx)
    const blank = {
      name: '',
      description: null,
      default_currency: ctx.actor.account.default_currency,
      is_default: false,
    }
    const pipeline = await pipelines.insert(ctx, kind, revisePipeline(blank, fields))
    ctx.emit('pipeline.created', { pipeline })
    return pipeline
  },
})
