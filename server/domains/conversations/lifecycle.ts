import type { Conversation } from '#contract/records/conversation.ts'
import { assign, assignNext } from '#domains/conversations/assignment.ts'
import type { Patch } from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { Context } from '#kernel/operation.ts'

/** Moves a conversation that is held to another status; without a patch nothing changes and nothing is said. */
export async function move(ctx: Context, before: Conversation, patch: Patch | undefined): Promise<Conversation> {
  if (!patch) return before
  const conversation = await conversations.update(ctx, before.id, patch)
  announce(ctx, before, conversation)
  return whenOpened(ctx, before, conversation)
}

/** Says that the status changed, if it did. */
export function announce(ctx: Context, before: Conversation, conversation: Conversation): void {
  const { status: from } = before
  const { status: to } = conversation
  if (from === to && to !== 'snoozed') return
  if (from !== to) ctx.emit('conversation.status_changed', { conversation, changes: { status: { from, to } } })
  if (to === 'resolved') ctx.emit('conversation.resolved', { conversation })
  if (to === 'snoozed') ctx.emit('conversation.snoozed', { conversation })
  if (to === 'open' && from !== 'pending') ctx.emit('conversation.reopened', { conversation })
}

/** What has just become open is given to someone who is there. */
export async function whenOpened(
  ctx: Context,
  before: Conversation | undefined,
  conversation: Conversation,
): Promise<Conversation> {
  const opened = conversation.status === 'open' && before?.status !== 'open'
  if (!opened) return conversation
  const here = await released(ctx, conversation)
  return here.assignee ? here : assignNext(ctx, here)
}

/** What comes back to somebody who no longer works here is nobody's. */
async function released(ctx: Context, conversation: Conversation): Promise<Conversation> {
  if (!conversation.assignee) return conversation
  const gone = await ctx.sql`
    select from memberships
     where account_id = ${ctx.actor.account.id} and user_id = ${conversation.assignee.id} and deactivated_at is not null`
  return gone.length > 0 ? assign(ctx, conversation, null) : conversation
}
