import type { Conversation } from '#contract/records/conversation.ts'
import { assign, assignNext } from '#domains/conversations/assignment.ts'
import type { Patch } from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import { remember } from '#domains/conversations/undo/store.ts'
import type { Context } from '#kernel/operation.ts'

/** Applies a status change to a locked conversation and emits its events; does nothing without a patch. */
export async function changeStatus(
  ctx: Context,
  before: Conversation,
  patch: Patch | undefined,
): Promise<Conversation> {
  if (!patch) return before
  await remember(ctx, before.id, 'status', patch.status)
  const conversation = await conversations.update(ctx, before.id, patch)
  emitStatusChange(ctx, before, conversation)
  return assignWhenOpened(ctx, before, conversation)
}

/** Emits the events of a status change, if there was one. */
export function emitStatusChange(ctx: Context, before: Conversation, conversation: Conversation): void {
  const { status: from } = before
  const { status: to } = conversation
  if (from === to && to !== 'snoozed') return
  if (from !== to) ctx.emit('conversation.status_changed', { conversation, changes: { status: { from, to } } })
  if (to === 'resolved') ctx.emit('conversation.resolved', { conversation })
  if (to === 'snoozed') ctx.emit('conversation.snoozed', { conversation })
  if (to === 'open' && from !== 'pending') ctx.emit('conversation.reopened', { conversation })
}

/** Assigns a conversation that has just opened, unless it has an assignee who still works here. */
export async function assignWhenOpened(
  ctx: Context,
  before: Conversation | undefined,
  conversation: Conversation,
): Promise<Conversation> {
  const opened = conversation.status === 'open' && before?.status !== 'open'
  if (!opened) return conversation
  const here = await unassignDeparted(ctx, conversation)
  return here.assignee ? here : assignNext(ctx, here)
}

/** Unassigns a conversation whose assignee was deactivated. */
async function unassignDeparted(ctx: Context, conversation: Conversation): Promise<Conversation> {
  if (!conversation.assignee) return conversation
  const gone = await ctx.sql`
    select from memberships
     where account_id = ${ctx.actor.account.id} and user_id = ${conversation.assignee.id} and deactivated_at is not null`
  return gone.length > 0 ? assign(ctx, conversation, null) : conversation
}
