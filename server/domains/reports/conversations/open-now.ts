import type { Conversation } from '#contract/records/conversation.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import { responseDueAt } from '#domains/conversations/sla/queue.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { Context } from '#kernel/operation.ts'

export type OpenCounts = { open: number; unassigned: number; unread: number }

/** Conversations open now, and how many of these are unassigned or unread. */
export async function countOpen(ctx: Context, inbox_id: string | undefined): Promise<OpenCounts> {
  const open = part`from conversations c where c.account_id = ${ctx.actor.account.id} and c.status = 'open' ${conversations.visibleTo(ctx)} ${inInbox(inbox_id)}`
  const [row] = await ctx.sql<OpenCounts>`
    select (select count(*)::int ${open}) as open, (select count(*)::int ${open} and c.assignee_id is null) as unassigned,
           (select count(*)::int ${open} and c.unread_count > 0) as unread`
  return row!
}

export type WaitingCounts = { waiting: number; breached: number }

/** Open conversations waiting for an answer, and how many of these are past their SLA target. */
export async function countWaiting(ctx: Context, inbox_id: string | undefined): Promise<WaitingCounts> {
  const [row] = await ctx.sql<WaitingCounts>`
    select count(*)::int as waiting, (count(*) filter (where coalesce(c.first_response_due_at, c.next_response_due_at) <= ${ctx.now}))::int as breached
      from conversations c where c.account_id = ${ctx.actor.account.id} ${conversations.visibleTo(ctx)} ${isWaiting(inbox_id)}`
  return row!
}

/** Waiting conversations, longest first. */
export async function listQueue(ctx: Context, inbox_id: string | undefined, limit: number) {
  const order = part`c.waiting_since, c.id`
  const rows = await conversations.list(ctx, isWaiting(inbox_id), { limit, order })
  return rows.slice(0, limit).map((conversation) => toQueueEntry(conversation, ctx.now))
}

function isWaiting(inbox_id: string | undefined): Part {
  return part`and c.waiting_since is not null and c.status = 'open' ${inInbox(inbox_id)}`
}

function inInbox(inbox_id: string | undefined): Part {
  return inbox_id === undefined ? emptyPart : part`and c.inbox_id = ${inbox_id}`
}

function toQueueEntry(conversation: Conversation, now: Date) {
  const { id, url, contact, inbox, assignee, priority, waiting_since } = conversation
  const due_at = responseDueAt(conversation)
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
