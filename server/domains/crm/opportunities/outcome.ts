import type { Opportunity } from '#contract/records/crm.ts'
import type { Clock } from '#domains/crm/records/rules.ts'
import * as history from '#domains/crm/records/stage-history.ts'
import * as pipelines from '#domains/crm/pipelines/store.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import * as lostReasons from './lost-reasons.ts'
import * as rules from './rules.ts'

// Each function looks up the stage and the lost reason, decides with the rules, and returns the columns to update.

/** Sets the status by hand. Only a lost opportunity has a reason, and its reason may be corrected. */
export async function setStatus(
  ctx: Context,
  before: Opportunity,
  status: Opportunity['status'] = before.status,
  lost_reason?: string | null,
): Promise<rules.OpportunityMove> {
  if (status !== 'lost' && lost_reason) {
    reject('invalid_value', 'Only a lost opportunity has a lost_reason; give status=lost with it.', 'lost_reason')
  }
  if (status === before.status) {
    if (status !== 'lost' || lost_reason === undefined) return {}
    const reason = await lostReasons.get(ctx, lost_reason)
    return { lost_reason: reason.name, lost_reason_id: reason.id }
  }
  return status === 'open' ? reopen(ctx, before) : close(ctx, before, status, lost_reason)
}

/** Wins or loses it: it goes to the first stage of that type, unless it already is in one. */
export async function close(
  ctx: Context,
  before: Opportunity,
  outcome: 'won' | 'lost',
  lost_reason: string | null | undefined,
): Promise<rules.OpportunityMove> {
  const reason = outcome === 'lost' ? await lostReasons.get(ctx, lost_reason) : undefined
  const isInPlace = before.stage.type === outcome
  const final = isInPlace ? undefined : await pipelines.findFirstStage(ctx, before.pipeline.id, outcome)
  return rules.close(before, outcome, final, reason, clockOf(ctx))
}

/** Moves it to a stage; a lost stage needs a reason. */
export async function move(
  ctx: Context,
  before: Opportunity,
  to: pipelines.PipelineStage,
  lost_reason: string | undefined,
): Promise<rules.OpportunityMove> {
  const reason = to.type === 'lost' && lost_reason?.trim() ? await lostReasons.get(ctx, lost_reason) : undefined
  return rules.move(before, to, reason, clockOf(ctx))
}

/** Reopens it in the last open stage it was in, otherwise in the first one. */
async function reopen(ctx: Context, before: Opportunity): Promise<rules.OpportunityMove> {
  const entity = { type: 'opportunity', id: before.id } as const
  const last = await history.findLastOpen(ctx, entity, before.pipeline.id)
  const stage = last
    ? await pipelines.getTargetStage(ctx, 'opportunities', before.pipeline.id, last)
    : await pipelines.findFirstStage(ctx, before.pipeline.id, 'open')
  return rules.reopen(stage, before.probability)
}

export function clockOf({ now, actor }: Context): Clock {
  return { now, time_zone: actor.account.time_zone }
}
