import { part } from '#db/sql.ts'
import { assign } from '#domains/conversations/assignment.ts'
import * as conversations from '#domains/conversations/store.ts'
import { changeLead, changeOpportunity } from '#domains/crm/changing.ts'
import * as leads from '#domains/crm/leads.ts'
import * as opportunities from '#domains/crm/opportunities.ts'
import type { Context } from '#kernel/operation.ts'

const AT_ONCE = 200

/** Gives everything somebody still has on their hands to another agent, or to nobody, and says so of each. */
export async function handOver(ctx: Context, from: string, to: string | null): Promise<void> {
  // An administrator who sees only their own records hands over those of others all the same.
  const everywhere: Context = { ...ctx, actor: { ...ctx.actor, visibility: 'all' } }
  await giveConversations(everywhere, from, to)
  await giveLeads(everywhere, from, to)
  await giveOpportunities(everywhere, from, to)
}

async function giveConversations(ctx: Context, from: string, to: string | null): Promise<void> {
  const held = await ctx.sql<{ id: string }>`
    select id from conversations where account_id = ${ctx.actor.account.id} and assignee_id = ${from} and status <> 'resolved'
     order by id for no key update`
  for (let i = 0; i < held.length; i += AT_ONCE) {
    const ids = held.slice(i, i + AT_ONCE).map(({ id }) => id)
    const theirs = await conversations.list(ctx, part`and c.id = any(${ids}::bigint[])`, { limit: AT_ONCE })
    await Promise.all(theirs.map((conversation) => assign(ctx, conversation, to)))
  }
}

async function giveLeads(ctx: Context, from: string, to: string | null): Promise<void> {
  const held = await ctx.sql<{ id: string }>`
    select id from leads where account_id = ${ctx.actor.account.id} and owner_id = ${from} and status in ('new', 'qualified')
     order by id for no key update`
  for (const { id } of held) await changeLead(ctx, await leads.get(ctx, id), { owner_id: to })
}

async function giveOpportunities(ctx: Context, from: string, to: string | null): Promise<void> {
  const held = await ctx.sql<{ id: string }>`
    select id from opportunities where account_id = ${ctx.actor.account.id} and owner_id = ${from} and status = 'open'
     order by id for no key update`
  for (const { id } of held) await changeOpportunity(ctx, await opportunities.get(ctx, id), { owner_id: to })
}
