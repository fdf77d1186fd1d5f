import type { Opportunity } from '#contract/records/crm.ts'
import * as lostReasons from '#domains/crm/lost-reasons.ts'
import * as pipelines from '#domains/crm/pipelines.ts'
import * as rules from '#domains/crm/rules.ts'
import * as history from '#domains/crm/stage-history.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** What becomes of its outcome. Only a lost one has a reason, and it keeps one. */
export async function settle(
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

/** What winning or losing changes: it goes to the stage for that. One that stands in such a stage already stays there. */
export async function close(
  ctx: Context,
  before: Opportunity,
  outcome: 'won' | 'lost',
  lost_reason: string | null | undefined,
): Promise<rules.OpportunityMove> {
  const reason = outcome === 'lost' ? await lostReasons.get(ctx, lost_reason) : undefined
  const terminal =
    before.stage.type === outcome ? undefined : await pipelines.findFirst(ctx, before.pipeline.id, outcome)
  return rules.closeOpportunity(before, outcome, terminal, reason, when(ctx))
}

/** What moving changes; for a lost stage it must be said why. */
export async function move(
  ctx: Context,
  before: Opportunity,
  to: pipelines.Place,
  lost_reason: string | undefined,
): Promise<rules.OpportunityMove> {
  const reason = to.type === 'lost' && lost_reason?.trim() ? await lostReasons.get(ctx, lost_reason) : undefined
  return rules.moveOpportunity(before, to, reason, when(ctx))
}

/** What reopening changes: it goes back to the last open stage it was in, else to the first. */
export async function reopen(ctx: Context, before: Opportunity): Promise<rules.OpportunityMove> {
  const entity = { type: 'opportunity', id: before.id } as const
  const last = await history.findLastOpen(ctx, entity, before.pipeline.id)
  const stage = last
    ? await pipelines.getTarget(ctx, 'opportunities', before.pipeline.id, last)
    : await pipelines.findFirst(ctx, before.pipeline.id, 'open')
  return rules.reopenOpportunity(stage, before.probability)
}

export function when({ now, actor }: Context) {
  return { now, time_zone: actor.account.time_zone }
}
