import { part } from '#db/sql.ts'
import { assign } from '#domains/conversations/assignment.ts'
import * as conversations from '#domains/conversations/store.ts'
import * as activities from '#domains/crm/activities/store.ts'
import { updateLead } from '#domains/crm/leads/update-lead.ts'
import { updateOpportunity } from '#domains/crm/opportunities/update-opportunity.ts'
import * as leads from '#domains/crm/leads/store.ts'
import * as opportunities from '#domains/crm/opportunities/store.ts'
import type { Context } from '#kernel/operation.ts'

const BATCH_SIZE = 200

export type HandoverCounts = { conversations: number; leads: number; opportunities: number; activities: number }

/** Reassigns a member's open work to another agent, or to nobody, with one event per record. Returns the counts. */
export async function handOver(ctx: Context, from: string, to: string | null): Promise<HandoverCounts> {
  // Visibility is lifted: an administrator may only see their own records.
  const unrestricted: Context = { ...ctx, actor: { ...ctx.actor, visibility: 'all' } }
  return {
    conversations: await reassignConversations(unrestricted, from, to),
    leads: await reassignLeads(unrestricted, from, to),
    opportunities: await reassignOpportunities(unrestricted, from, to),
    activities: await reassignActivities(unrestricted, from, to),
  }
}

/** True if the record was reassigned because its owner was deactivated; one summary e-mail covers all of those. */
export async function wasHandedOver({ sql, actor }: Context, from: Person, at: string): Promise<boolean> {
  const rows = await sql`
    select from memberships where account_id = ${actor.account.id} and user_id = ${from?.id ?? null} and deactivated_at = ${at}`
  return rows.length > 0
}

export type Person = { id: string } | null | undefined

async function reassignConversations(ctx: Context, from: string, to: string | null): Promise<number> {
  const rows = await ctx.sql<{ id: string }>`
    select id from conversations where account_id = ${ctx.actor.account.id} and assignee_id = ${from} and status <> 'resolved'
     order by id for no key update`
  for (let i = 0; i < rows.length; i += BATCH_SIZE) {
    const ids = rows.slice(i, i + BATCH_SIZE).map(({ id }) => id)
    const batch = await conversations.list(ctx, part`and c.id = any(${ids}::bigint[])`, { limit: BATCH_SIZE })
    await Promise.all(batch.map((conversation) => assign(ctx, conversation, to)))
  }
  return rows.length
}

async function reassignLeads(ctx: Context, from: string, to: string | null): Promise<number> {
  const rows = await ctx.sql<{ id: string }>`
    select id from leads where account_id = ${ctx.actor.account.id} and owner_id = ${from} and status in ('new', 'qualified') and deleted_at is null
     order by id for no key update`
  await inBatches(rows, async ({ id }) => updateLead(ctx, await leads.get(ctx, id), { owner_id: to }))
  return rows.length
}

async function reassignOpportunities(ctx: Context, from: string, to: string | null): Promise<number> {
  const rows = await ctx.sql<{ id: string }>`
    select id from opportunities where account_id = ${ctx.actor.account.id} and owner_id = ${from} and status = 'open' and deleted_at is null
     order by id for no key update`
  await inBatches(rows, async ({ id }) => updateOpportunity(ctx, await opportunities.get(ctx, id), { owner_id: to }))
  return rows.length
}

/** Reassigns planned activities, including those of other people's leads and opportunities. */
async function reassignActivities(ctx: Context, from: string, to: string | null): Promise<number> {
  const rows = await ctx.sql<{ id: string }>`
    select id from activities where account_id = ${ctx.actor.account.id} and assignee_id = ${from} and due_at is not null and completed_at is null
     order by id for no key update`
  await inBatches(rows, ({ id }) => activities.reassign(ctx, id, to))
  return rows.length
}

/** Runs each batch concurrently, so its statements are pipelined. */
async function inBatches<T>(all: readonly T[], run: (each: T) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < all.length; i += BATCH_SIZE) await Promise.all(all.slice(i, i + BATCH_SIZE).map(run))
}
