import type { Conversation } from '#contract/records/conversation.ts'
import { nothing, part, type Part } from '#db/sql.ts'
import { dueOf } from '#domains/conversations/sla-queue.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { Context } from '#kernel/operation.ts'

export type Now = { open: number; unassigned: number; unread: number }

/** How many conversations are open at this moment, and how many of these nobody has or nobody has looked at. */
export async function countOpen(ctx: Context, inbox_id: string | undefined): Promise<Now> {
  const open = part`from conversations c where c.account_id = ${ctx.actor.account.id} and c.status = 'open' ${conversations.seen(ctx)} ${of(inbox_id)}`
  const [row] = await ctx.sql<Now>`
    select (select count(*)::int ${open}) as open, (select count(*)::int ${open} and c.assignee_id is null) as unassigned,
           (select count(*)::int ${open} and c.unread_count > 0) as unread`
  return row!
}

export type Waiting = { waiting: number; breached: number }

/** How many customers wait in open conversations, and how many of them longer than they were promised. */
export async function countWaiting(ctx: Context, inbox_id: string | undefined): Promise<Waiting> {
  const [row] = await ctx.sql<Waiting>`
    select count(*)::int as waiting, (count(*) filter (where coalesce(c.first_response_due_at, c.next_response_due_at) <= ${ctx.now}))::int as breached
      from conversations c where c.account_id = ${ctx.actor.account.id} ${conversations.seen(ctx)} ${waiting(inbox_id)}`
  return row!
}

/** Those who wait, longest first. */
export async function listQueue(ctx: Context, inbox_id: string | undefined, limit: number) {
  const order = part`c.waiting_since, c.id`
  const rows = await conversations.list(ctx, waiting(inbox_id), { limit, order })
  return rows.slice(0, limit).map((conversation) => toPlace(conversation, ctx.now))
}

function waiting(inbox_id: string | undefined): Part {
  return part`and c.waiting_since is not null and c.status = 'open' ${of(inbox_id)}`
}

function of(inbox_id: string | undefined): Part {
  return inbox_id === undefined ? nothing : part`and c.inbox_id = ${inbox_id}`
}

function toPlace(conversation: Conversation, now: Date) {
  const { id, url, contact, inbox, assignee, priority, waiting_since } = conversation
  const due_at = dueOf(conversation)
  return {
    conversation_id: id,
    url,
    contact: { id: contact.id, name: contact.name },
    inbox,
    assignee: assignee && { id: assignee.id, name: assignee.name },
    priority,
    waiting_since: waiting_since!,
    waiting_seconds: Math.max(0, Math.floor((now.getTime() - Date.parse(waiting_since!)) / 1000)),
    due_at,
    breached: due_at !== null && Date.parse(due_at) <= now.getTime(),
  }
}
