import type { Opportunity } from '#contract/records/crm.ts'
import * as lostReasons from '#domains/crm/lost-reasons.ts'
import * as pipelines from '#domains/crm/pipelines.ts'
import * as rules from '#domains/crm/rules.ts'
import * as history from '#domains/crm/stage-history.ts'
import type { Context } from '#kernel/operation.ts'

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
