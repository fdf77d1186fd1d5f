import type { Conversation } from '#contract/records/conversation.ts'
import { assignNext } from '#domains/conversations/assignment.ts'
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
  if (!opened || conversation.assignee) return conversation
  return assignNext(ctx, conversation)
}
