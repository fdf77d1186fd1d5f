import type { EntityType, Lead, Opportunity } from '#contract/records/crm.ts'
import * as activities from '#domains/crm/activities.ts'
import * as bin from '#domains/crm/bin.ts'
import { changeLead, changeOpportunity } from '#domains/crm/changing.ts'
import * as leads from '#domains/crm/leads.ts'
import * as opportunities from '#domains/crm/opportunities.ts'
import * as history from '#domains/crm/stage-history.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

const live = { deleted_at: null, deleted_by: null, merged_into: null }

/** Takes a lead out of the bin, as it was, where it was. */
export async function restoreLead(ctx: Context, id: string): Promise<Lead> {
  const { deleted_at } = await bin.getLocked(ctx, 'lead', id)
  const restored = await leads.update(ctx, id, live)
  await resume(ctx, 'lead', restored, deleted_at)
  const lead = (await hasLeft(ctx, restored)) ? await changeLead(ctx, restored, { owner_id: null }) : restored
  ctx.emit('lead.restored', { lead })
  return lead
}

/** The same for an opportunity, unless its lead has become another one meanwhile. */
export async function restoreOpportunity(ctx: Context, id: string): Promise<Opportunity> {
  const { deleted_at, lead_id } = await bin.getLocked(ctx, 'opportunity', id)
  if (lead_id !== null) await checkConvertedOnce(ctx, lead_id)
  const restored = await opportunities.update(ctx, id, live)
  await resume(ctx, 'opportunity', restored, deleted_at)
  const opportunity = (await hasLeft(ctx, restored))
    ? await changeOpportunity(ctx, restored, { owner_id: null })
    : restored
  ctx.emit('opportunity.restored', { opportunity })
  return opportunity
}

/** The lead is held, so that it is not converted in the same moment. */
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

async function resume(ctx: Context, type: EntityType, record: Lead | Opportunity, deleted_at: string): Promise<void> {
  const entity = { type, id: record.id }
  await history.resume(ctx, entity, record)
  await activities.remindAgain(ctx, entity, deleted_at)
  await bin.note(ctx, type, record, false)
}

/** What comes back to somebody who no longer works here is nobody's. */
async function hasLeft({ sql, actor }: Context, { owner }: Lead | Opportunity): Promise<boolean> {
  if (!owner) return false
  const gone = await sql`
    select from memberships where account_id = ${actor.account.id} and user_id = ${owner.id} and deactivated_at is not null`
  return gone.length > 0
}
