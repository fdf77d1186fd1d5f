import type { Pipeline, Stage } from '#contract/records/crm.ts'
import type { LeadForm } from '#contract/records/lead-form.ts'
import { holds } from '#domains/crm/pipeline-rules.ts'
import * as pipelines from '#domains/crm/pipelines.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

type Wanted = { pipeline?: string | null | undefined; stage?: string | null | undefined }
type Place = { pipeline_id: string | null; stage_id: string | null }

/** Where a form is to put its leads: undefined where nothing is said, null for the usual place. */
export async function findPlace(ctx: Context, { pipeline, stage }: Wanted, before: Place): Promise<Place> {
  if (pipeline === undefined && stage === undefined) return before
  const wanted = pipeline === undefined ? before.pipeline_id : pipeline
  if (wanted === null && !stage) return { pipeline_id: null, stage_id: null }
  const found = await pipelines.getPlace(ctx, 'leads', { pipeline: wanted ?? undefined, stage: stage ?? undefined })
  const pipeline_id = found.pipeline.id
  // In another pipeline, the stage of the one before means nothing.
  if (!stage)
    return { pipeline_id, stage_id: stage === undefined && pipeline_id === before.pipeline_id ? before.stage_id : null }
  if (found.stage.type !== 'open')
    reject('invalid_value', `${found.stage.name} ends a lead; choose an open stage for new ones.`, 'stage')
  return { pipeline_id, stage_id: found.stage.id }
}

/** Where a lead is put now. What the form names may be gone meanwhile; a lead is not lost for that. */
export async function placeOf(ctx: Context, form: LeadForm): Promise<{ pipeline: Pipeline; stage: Stage }> {
  const fitting = (await pipelines.list(ctx)).filter((each) => holds(each, 'leads') && each.stages.length > 0)
  const pipeline =
    fitting.find(({ id }) => id === form.pipeline?.id) ??
    fitting.find(({ is_default, kind }) => is_default && kind === 'leads') ??
    fitting.find(({ is_default }) => is_default) ??
    fitting[0] ??
    reject('invalid_state', 'There is no pipeline for leads; create one with create_pipeline.')
  return { pipeline, stage: pipeline.stages.find(({ id }) => id === form.stage?.id) ?? pipeline.stages[0]! }
}
