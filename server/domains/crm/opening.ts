import type { Opportunity } from '#contract/records/crm.ts'
import * as opportunities from '#domains/crm/opportunities.ts'
import type { Place } from '#domains/crm/pipelines.ts'
import { checkRequired } from '#domains/crm/required-rules.ts'
import * as rules from '#domains/crm/rules.ts'
import * as history from '#domains/crm/stage-history.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

type Begun = 'pipeline_id' | 'stage_id' | 'status' | 'probability' | 'closed_at' | 'actual_close_date'

/** A new opportunity in its first stage, told to whoever listens. */
export async function begin(ctx: Context, stage: Place, fresh: Omit<opportunities.New, Begun>): Promise<Opportunity> {
  if (stage.type === 'lost') lostAlready(stage)
  const when = { now: ctx.now, time_zone: ctx.actor.account.time_zone }
  const nowhere = {
    status: 'open',
    closed_at: null,
    actual_close_date: null,
    lost_reason: null,
    stage: { id: '' },
  } as const
  const moved = rules.moveOpportunity(nowhere, stage, undefined, when)
  const opportunity = await opportunities.insert(ctx, {
    ...fresh,
    pipeline_id: stage.pipeline_id,
    stage_id: stage.id,
    status: moved.status ?? 'open',
    probability: stage.probability,
    closed_at: moved.closed_at ?? null,
    actual_close_date: moved.actual_close_date ?? null,
  })
  checkRequired('opportunity', opportunity, stage.required_fields)
  await history.enter(ctx, { type: 'opportunity', id: opportunity.id }, opportunity, ctx.now)
  ctx.emit('opportunity.created', { opportunity })
  if (opportunity.status === 'won')
    ctx.emit('opportunity.won', { opportunity, changes: { status: { from: 'open', to: 'won' } } })
  return opportunity
}

/** What begins as lost would have no reason. */
function lostAlready({ name }: Place): never {
  const next = 'choose another, then close it with crm_mark_opportunity_outcome and a lost_reason'
  return reject('lost_reason_required', `${name} is a lost stage, and nothing begins there; ${next}.`, 'stage')
}
