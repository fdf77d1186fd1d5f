import type { Opportunity } from '#contract/records/crm.ts'
import { shared_fields, updateRecord, type UpdateOptions } from '#domains/crm/records/update-record.ts'
import type { Changes } from '#kernel/changes.ts'
import type { Context } from '#kernel/operation.ts'
import type * as opportunities from './store.ts'

const fields = [
  ...shared_fields,
  'description',
  'amount',
  'expected_close_date',
  'actual_close_date',
  'probability',
  'lead',
] as const

/** Updates a locked opportunity with its history and timeline, and emits the events that follow from it. */
export async function updateOpportunity(
  ctx: Context,
  before: Opportunity,
  patch: opportunities.Patch,
  options: UpdateOptions = {},
): Promise<Opportunity> {
  const { after, changes, undoes } = await updateRecord(ctx, 'opportunity', before, patch, fields, options)
  emitEvents(ctx, after, changes, { undoes })
  return after
}

const status_events = { won: 'opportunity.won', lost: 'opportunity.lost', open: 'opportunity.reopened' } as const

/** One event per kind of change; opportunity.updated carries only the fields that no other event covers. */
function emitEvents(ctx: Context, opportunity: Opportunity, changes: Changes, options: { undoes: boolean }): void {
  const { stage, pipeline: _, status, lost_reason, owner, probability, actual_close_date: __, ...plain } = changes
  if (stage) ctx.emit('opportunity.stage_changed', { opportunity, changes: { ...changes } }, options)
  if (owner) ctx.emit('opportunity.owner_changed', { opportunity, changes: { owner } }, options)
  if (status) ctx.emit(status_events[opportunity.status], { opportunity, changes: { ...changes } }, options)
  const rest = {
    ...plain,
    ...(!status && !stage && probability && { probability }),
    ...(!status && lost_reason && { lost_reason }),
  }
  if (Object.keys(rest).length > 0) ctx.emit('opportunity.updated', { opportunity, changes: rest }, options)
}
