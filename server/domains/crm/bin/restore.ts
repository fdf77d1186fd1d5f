import type { EntityType, Lead, Opportunity } from '#contract/records/crm.ts'
import * as activities from '#domains/crm/activities/store.ts'
import * as bin from './store.ts'
import { updateLead } from '#domains/crm/leads/update-lead.ts'
import { updateOpportunity } from '#domains/crm/opportunities/update-opportunity.ts'
import * as leads from '#domains/crm/leads/store.ts'
import * as opportunities from '#domains/crm/opportunities/store.ts'
import * as history from '#domains/crm/records/stage-history.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

const not_deleted = { deleted_at: null, deleted_by: null, merged_into: null }

/** Restores a lead from the bin to the stage it was in. */
export async function restoreLead(ctx: Context, id: string): Promise<Lead> {
  const { deleted_at } = await bin.getLocked(ctx, 'lead', id)
  const restored = await leads.update(ctx, id, not_deleted)
  await resumeRecord(ctx, 'lead', restored, deleted_at)
  const lead = (await hasOwnerLeft(ctx, restored)) ? await updateLead(ctx, restored, { owner_id: null }) : restored
  ctx.emit('lead.restored', { lead })
  return lead
}

/** Restores an opportunity, unless its lead has been converted again since. */
export async function restoreOpportunity(ctx: Context, id: string): Promise<Opportunity> {
  const { deleted_at, lead_id } = await bin.getLocked(ctx, 'opportunity', id)
  if (lead_id !== null) await checkConvertedOnce(ctx, lead_id)
  const restored = await opportunities.update(ctx, id, not_deleted)
  await resumeRecord(ctx, 'opportunity', restored, deleted_at)
  const opportunity = (await hasOwnerLeft(ctx, restored))
    ? await updateOpportunity(ctx, restored, { owner_id: null })
    : restored
  ctx.emit('opportunity.restored', { opportunity })
  return opportunity
}

/** Locks the lead, so that it cannot be converted concurrently. */
async function checkConvertedOnce({ sql, actor }: Context, lead_id: string): Promise<void> {
  const [, [other]] = await Promise.all([
    sql`select from leads where account_id = ${actor.account.id} and id = ${lead_id} for no key update`,
    sql<{ id: string; name: string }>`
      select id, name from opportunities where account_id = ${actor.account.id} and lead_id = ${lead_id} and deleted_at is null`,
  ])
  if (!other) return
  const sentence = `Its lead has since been converted into opportunity ${other.id} (${other.name}); delete that one first.`
  reject('invalid_state', sentence, 'opportunity_id')
}

async function resumeRecord(
  ctx: Context,
  type: EntityType,
  record: Lead | Opportunity,
  deleted_at: string,
): Promise<void> {
  const entity = { type, id: record.id }
  await history.resumeStage(ctx, entity, record)
  await activities.resetReminders(ctx, entity, deleted_at)
  await bin.recordOnTimeline(ctx, type, record, false)
}

/** A record whose owner has left is restored without an owner. */
async function hasOwnerLeft({ sql, actor }: Context, { owner }: Lead | Opportunity): Promise<boolean> {
  if (!owner) return false
  const gone = await sql`
    select from memberships where account_id = ${actor.account.id} and user_id = ${owner.id} and deactivated_at is not null`
  return gone.length > 0
}
