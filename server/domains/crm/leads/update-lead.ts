import type { Lead } from '#contract/records/crm.ts'
import { shared_fields, updateRecord, type UpdateOptions } from '#domains/crm/records/update-record.ts'
import type { Changes } from '#kernel/changes.ts'
import type { Context } from '#kernel/operation.ts'
import * as leads from './store.ts'

const fields = [...shared_fields, 'company_name', 'email', 'phone', 'source', 'estimated_value', 'opportunity'] as const

/** Updates a locked lead with its history and timeline, and emits the events that follow from it. */
export async function updateLead(
  ctx: Context,
  before: Lead,
  patch: leads.Patch,
  options: UpdateOptions = {},
): Promise<Lead> {
  const { after, changes, undoes } = await updateRecord(ctx, 'lead', before, patch, fields, options)
  if (changes.contact) {
    await leads.recordResponseTime(ctx, after.id, [before.contact?.id ?? null, after.contact?.id ?? null])
  }
  emitEvents(ctx, before, after, changes, { undoes })
  return after
}

/** One event per kind of change; lead.updated carries only the fields that no other event covers. */
function emitEvents(ctx: Context, before: Lead, lead: Lead, changes: Changes, options: { undoes: boolean }): void {
  const { stage, pipeline: _, status, lost_reason, owner, opportunity, ...plain } = changes
  if (stage) ctx.emit('lead.stage_changed', { lead, changes: { ...changes } }, options)
  if (owner) ctx.emit('lead.owner_changed', { lead, changes: { owner } }, options)
  const event = status && !opportunity && statusEvent(before.status, lead.status)
  if (event) ctx.emit(event, { lead, changes: { ...changes } }, options)
  const rest = {
    ...plain,
    ...(status && !event && !stage && !opportunity && { status }),
    ...(!status && lost_reason && { lost_reason }),
  }
  if (Object.keys(rest).length > 0) ctx.emit('lead.updated', { lead, changes: rest }, options)
}

function statusEvent(from: Lead['status'], to: Lead['status']) {
  if (to === 'qualified') return 'lead.qualified'
  if (to === 'unqualified') return 'lead.lost'
  return to === 'new' && from === 'unqualified' ? 'lead.reopened' : undefined
}
