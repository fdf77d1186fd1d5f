import type { Opportunity } from '#contract/records/crm.ts'
import * as opportunities from './store.ts'
import type { PipelineStage } from '#domains/crm/pipelines/store.ts'
import { checkRequired } from '#domains/crm/pipelines/required-fields-rules.ts'
import { clockOf } from './outcome.ts'
import * as rules from './rules.ts'
import * as history from '#domains/crm/records/stage-history.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

type InitialState = 'pipeline_id' | 'stage_id' | 'status' | 'probability' | 'closed_at' | 'actual_close_date'

/** Creates an opportunity in its first stage and emits its events. */
export async function createOpportunity(
  ctx: Context,
  stage: PipelineStage,
  fresh: Omit<opportunities.New, InitialState>,
): Promise<Opportunity> {
  if (stage.type === 'lost') rejectLostStage(stage)
  const blank = {
    status: 'open',
    closed_at: null,
    actual_close_date: null,
    lost_reason: null,
    stage: { id: '' },
  } as const
  const state = rules.move(blank, stage, undefined, clockOf(ctx))
  const opportunity = await opportunities.insert(ctx, {
    ...fresh,
    pipeline_id: stage.pipeline_id,
    stage_id: stage.id,
    status: state.status ?? 'open',
    probability: stage.probability,
    closed_at: state.closed_at ?? null,
    actual_close_date: state.actual_close_date ?? null,
  })
  checkRequired('opportunity', opportunity, stage.required_fields)
  await history.enterStage(ctx, { type: 'opportunity', id: opportunity.id }, opportunity, ctx.now)
  ctx.emit('opportunity.created', { opportunity })
  if (opportunity.status === 'won')
    ctx.emit('opportunity.won', { opportunity, changes: { status: { from: 'open', to: 'won' } } })
  return opportunity
}

/** A new opportunity in a lost stage would have no lost reason. */
function rejectLostStage({ name }: PipelineStage): never {
  const next = 'choose another stage, then close it with crm_mark_opportunity_outcome and a lost_reason'
  return reject('lost_reason_required', `An opportunity cannot be created in the lost stage ${name}; ${next}.`, 'stage')
}
