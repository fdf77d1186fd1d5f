import type { Opportunity, Pipeline, Stage } from '#contract/records/crm.ts'
import { chooseStage, inPipeline, type PipelineStage, type RecordKind } from '#domains/crm/pipelines/store.ts'
import type { Entity } from '#domains/crm/activities/store.ts'
import * as history from '#domains/crm/records/stage-history.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** The types of stages that agree with a status. */
const stage_types_of: Record<'new' | 'qualified' | 'unqualified' | Opportunity['status'], readonly Stage['type'][]> = {
  new: ['open'],
  qualified: ['open', 'won'],
  unqualified: ['open', 'lost'],
  open: ['open'],
  won: ['open', 'won'],
  lost: ['open', 'lost'],
}

export function outcomeOf(status: keyof typeof stage_types_of | undefined): 'won' | 'lost' | undefined {
  if (status === 'unqualified') return 'lost'
  return status === 'won' || status === 'lost' ? status : undefined
}

export type TargetStages = { pipeline: Pipeline; stage: PipelineStage; final: PipelineStage | undefined }

/**
 * The pipeline and stage of a row by their names, and the final stage of a closed record. A file may name the stage in
 * which a deal was won or lost, as other products do; it then passes on to the final stage.
 */
export function chooseStages(
  all: readonly Pipeline[],
  resource: RecordKind,
  wanted: { pipeline?: string | undefined; stage?: string | undefined },
  status: keyof typeof stage_types_of | undefined,
): TargetStages {
  const { pipeline, stage } = chooseStage(all, resource, wanted)
  if (status && !stage_types_of[status].includes(stage.type))
    reject(
      'invalid_value',
      `${stage.name} is a ${stage.type} stage, which the status contradicts; correct one of them.`,
      'status',
    )
  if (stage.type !== 'open') return { pipeline, stage, final: stage }
  const outcome = outcomeOf(status)
  const last = outcome && pipeline.stages.find(({ type }) => type === outcome)
  const final = last && inPipeline(pipeline, last)
  return { pipeline, stage: wanted.stage === undefined ? (final ?? stage) : stage, final }
}

/** Records the stage a closed record was in before, and the one it is in since `entered_at`. */
export async function enterStages(
  ctx: Context,
  entity: Entity,
  { pipeline, stage, final }: TargetStages,
  { created_at, entered_at }: { created_at: Date; entered_at: Date },
): Promise<void> {
  if (final && final.id !== stage.id) await history.enterStage(ctx, entity, { pipeline, stage }, created_at)
  await history.enterStage(ctx, entity, { pipeline, stage: final ?? stage }, entered_at)
}
