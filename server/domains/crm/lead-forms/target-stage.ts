import type { Pipeline, Stage } from '#contract/records/crm.ts'
import type { LeadForm } from '#contract/records/lead-form.ts'
import { accepts } from '#domains/crm/pipelines/rules.ts'
import * as pipelines from '#domains/crm/pipelines/store.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

type TargetInput = { pipeline?: string | null | undefined; stage?: string | null | undefined }
type Target = { pipeline_id: string | null; stage_id: string | null }

/** Pipeline and stage for the leads of a form: undefined leaves them unchanged, null means the default. */
export async function resolveTarget(ctx: Context, { pipeline, stage }: TargetInput, before: Target): Promise<Target> {
  if (pipeline === undefined && stage === undefined) return before
  const wanted = pipeline === undefined ? before.pipeline_id : pipeline
  if (wanted === null && !stage) return { pipeline_id: null, stage_id: null }
  const found = await pipelines.resolveStage(ctx, 'leads', { pipeline: wanted ?? undefined, stage: stage ?? undefined })
  const pipeline_id = found.pipeline.id
  // A stage of the previous pipeline no longer applies.
  if (!stage)
    return { pipeline_id, stage_id: stage === undefined && pipeline_id === before.pipeline_id ? before.stage_id : null }
  if (found.stage.type !== 'open')
    reject('invalid_value', `${found.stage.name} is a closing stage; choose an open stage for new leads.`, 'stage')
  return { pipeline_id, stage_id: found.stage.id }
}

/** Pipeline and stage for a new lead. Falls back to a default if the configured ones were deleted, so that no lead is lost. */
export async function getTarget(ctx: Context, form: LeadForm): Promise<{ pipeline: Pipeline; stage: Stage }> {
  const fitting = (await pipelines.list(ctx)).filter((each) => accepts(each, 'leads') && each.stages.length > 0)
  const pipeline =
    fitting.find(({ id }) => id === form.pipeline?.id) ??
    fitting.find(({ is_default, kind }) => is_default && kind === 'leads') ??
    fitting.find(({ is_default }) => is_default) ??
    fitting[0] ??
    reject('invalid_state', 'There is no pipeline for leads; create one with create_pipeline.')
  return { pipeline, stage: pipeline.stages.find(({ id }) => id === form.stage?.id) ?? pipeline.stages[0]! }
}
