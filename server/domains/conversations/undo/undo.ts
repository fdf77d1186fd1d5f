import type { EventName } from '#contract/events.ts'
import type { Author } from '#contract/records/author.ts'
import type { ConversationActivity } from '#contract/records/conversation-activity.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import { assign } from '#domains/conversations/assignment.ts'
import { setLabels, setPriority, setTeam } from '#domains/conversations/changes.ts'
import { emitStatusChange } from '#domains/conversations/lifecycle/status.ts'
import * as conversations from '#domains/conversations/store.ts'
import { type Remembered, type Snapshot, type UndoableChange, take } from './store.ts'
import type { Context } from '#kernel/operation.ts'
import { withdrawDeliveries } from '#kernel/outbox.ts'
import { reject } from '#kernel/problem.ts'

/** Puts a locked conversation back to what it was before the caller's latest change of this kind. */
export async function undo(ctx: Context, now: Conversation, change: UndoableChange): Promise<Conversation> {
  const taken = await take(ctx, now.id, change)
  if (!taken) reject('invalid_state', 'You have no change to undo here.', 'change')
  if (taken.expired)
    reject(
      'undo_expired',
      'It is too late to undo: mails and messages that follow the change may have gone out.',
      'change',
    )
  if (!isLatest(taken, now))
    reject('invalid_state', 'The conversation has changed since, so this change stays.', 'change')
  return revert(ctx, now, taken)
}

/** Whether the status is still the one that the change led to. */
export function isLatest({ change, before }: Remembered, now: Conversation): boolean {
  return change !== 'status' || before.became === now.status
}

/** Takes a change back, with its line in the history and the consequences that still wait. */
export async function revert(ctx: Context, now: Conversation, taken: Remembered): Promise<Conversation> {
  const { change, before, author, made_at } = taken
  const restored = await restore[change](ctx, now, before, made_at)
  const undone = { author, conversation_id: now.id, since: made_at }
  await withdrawDeliveries(ctx.sql, ctx.actor.account.id, { ...undone, names: events[change] })
  await forgetLines(ctx, { ...undone, kinds: kinds[change] })
  return restored
}

type Restore = (ctx: Context, now: Conversation, before: Snapshot, made_at: string) => Promise<Conversation>

const restore: Record<UndoableChange, Restore> = {
  status: restoreStatus,
  assignee: (ctx, now, { assignee_id }) => assign(ctx, now, assignee_id),
  team: (ctx, now, { team_id }) => setTeam(ctx, now, team_id),
  priority: (ctx, now, { priority }) => setPriority(ctx, now, priority),
  labels: (ctx, now, { labels }) => setLabels(ctx, now, labels),
}

/** The order of lists and the customer's waiting time come back too, unless something happened since. */
async function restoreStatus(ctx: Context, now: Conversation, before: Snapshot, made_at: string) {
  const { status, assignee_id, waiting_since } = before
  const conversation = await conversations.update(ctx, now.id, {
    status,
    waiting_since,
    snoozed_until: toDate(before.snoozed_until),
    resolved_at: toDate(before.resolved_at),
    awaiting_customer_since: toDate(before.awaiting_customer_since),
    opened_at: new Date(before.opened_at),
    last_activity_at: now.last_activity_at > made_at ? now.last_activity_at : before.last_activity_at,
  })
  emitStatusChange(ctx, now, conversation)
  // Reopening may have assigned it.
  return assign(ctx, conversation, assignee_id)
}

const toDate = (moment: string | null) => (moment === null ? null : new Date(moment))

const statusEvents: EventName[] = [
  'conversation.status_changed',
  'conversation.resolved',
  'conversation.reopened',
  'conversation.snoozed',
]
const assignmentEvents: EventName[] = ['conversation.assigned', 'conversation.unassigned']

const events: Record<UndoableChange, EventName[]> = {
  status: [...statusEvents, ...assignmentEvents],
  assignee: assignmentEvents,
  team: ['conversation.team_changed'],
  priority: ['conversation.priority_changed'],
  labels: ['conversation.label_added', 'conversation.label_removed'],
}

const kinds: Record<UndoableChange, ConversationActivity['kind'][]> = {
  status: ['status', 'assignee'],
  assignee: ['assignee'],
  team: ['team'],
  priority: ['priority'],
  labels: ['label_added', 'label_removed'],
}

type Undone = { author: Author; conversation_id: string; since: string; kinds: string[] }

/** A change that was undone leaves no line in the history. */
async function forgetLines({ sql, actor }: Context, { author, conversation_id, since, kinds }: Undone): Promise<void> {
  await sql`
    delete from conversation_activities
     where account_id = ${actor.account.id} and conversation_id = ${conversation_id} and kind = any(${kinds}) and created_at >= ${since}
       and author = ${author}`
}
