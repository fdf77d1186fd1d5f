import { part } from '#db/sql.ts'
import { assign } from '#domains/conversations/assignment.ts'
import * as conversations from '#domains/conversations/store.ts'
import * as activities from '#domains/crm/activities.ts'
import { changeLead, changeOpportunity } from '#domains/crm/changing.ts'
import * as leads from '#domains/crm/leads.ts'
import * as opportunities from '#domains/crm/opportunities.ts'
import type { Context } from '#kernel/operation.ts'

const AT_ONCE = 200

export type Handed = { conversations: number; leads: number; opportunities: number; activities: number }

/** Gives everything somebody still has on their hands to another agent, or to nobody, and says so of each. Answers how much it was. */
export async function handOver(ctx: Context, from: string, to: string | null): Promise<Handed> {
  // An administrator who sees only their own records hands over those of others all the same.
  const everywhere: Context = { ...ctx, actor: { ...ctx.actor, visibility: 'all' } }
  return {
    conversations: await giveConversations(everywhere, from, to),
    leads: await giveLeads(everywhere, from, to),
    opportunities: await giveOpportunities(everywhere, from, to),
    activities: await giveActivities(everywhere, from, to),
  }
}

/** Whether a record changed hands at the very moment who had it was deactivated: of all of these one mail tells. */
export async function wasHandedOver({ sql, actor }: Context, from: Person, at: string): Promise<boolean> {
  const rows = await sql`
    select from memberships where account_id = ${actor.account.id} and user_id = ${from?.id ?? null} and deactivated_at = ${at}`
  return rows.length > 0
}

export type Person = { id: string } | null | undefined

async function giveConversations(ctx: Context, from: string, to: string | null): Promise<number> {
  const held = await ctx.sql<{ id: string }>`
    select id from conversations where account_id = ${ctx.actor.account.id} and assignee_id = ${from} and status <> 'resolved'
     order by id for no key update`
  for (let i = 0; i < held.length; i += AT_ONCE) {
    const ids = held.slice(i, i + AT_ONCE).map(({ id }) => id)
    const theirs = await conversations.list(ctx, part`and c.id = any(${ids}::bigint[])`, { limit: AT_ONCE })
    await Promise.all(theirs.map((conversation) => assign(ctx, conversation, to)))
  }
  return held.length
}

async function giveLeads(ctx: Context, from: string, to: string | null): Promise<number> {
  const held = await ctx.sql<{ id: string }>`
    select id from leads where account_id = ${ctx.actor.account.id} and owner_id = ${from} and status in ('new', 'qualified') and deleted_at is null
     order by id for no key update`
  await inPieces(held, async ({ id }) => changeLead(ctx, await leads.get(ctx, id), { owner_id: to }))
  return held.length
}

async function giveOpportunities(ctx: Context, from: string, to: string | null): Promise<number> {
  const held = await ctx.sql<{ id: string }>`
    select id from opportunities where account_id = ${ctx.actor.account.id} and owner_id = ${from} and status = 'open' and deleted_at is null
     order by id for no key update`
  await inPieces(held, async ({ id }) => changeOpportunity(ctx, await opportunities.get(ctx, id), { owner_id: to }))
  return held.length
}

/** Calls, meetings and tasks that are still to be done, whoever owns what they are about. */
async function giveActivities(ctx: Context, from: string, to: string | null): Promise<number> {
  const held = await ctx.sql<{ id: string }>`
    select id from activities where account_id = ${ctx.actor.account.id} and assignee_id = ${from} and due_at is not null and completed_at is null
     order by id for no key update`
  await inPieces(held, ({ id }) => activities.handTo(ctx, id, to))
  return held.length
}

/** Some side by side, so that their statements travel together, and not all at once. */
async function inPieces<T>(all: readonly T[], run: (each: T) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < all.length; i += AT_ONCE) await Promise.all(all.slice(i, i + AT_ONCE).map(run))
}
