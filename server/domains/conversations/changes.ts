import type { Conversation } from '#contract/records/conversation.ts'
import * as labels from '#domains/contacts/labels/store.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { Context } from '#kernel/operation.ts'

/** Moves a conversation to a team, or to none with null. */
export async function setTeam(ctx: Context, before: Conversation, team_id: string | null): Promise<Conversation> {
  if ((before.team?.id ?? null) === team_id) return before
  const conversation = await conversations.update(ctx, before.id, { team_id })
  const changes = { team: { from: before.team, to: conversation.team } }
  ctx.emit('conversation.team_changed', { conversation, changes })
  return conversation
}

export async function setPriority(
  ctx: Context,
  before: Conversation,
  priority: Conversation['priority'],
): Promise<Conversation> {
  if (before.priority === priority) return before
  const conversation = await conversations.update(ctx, before.id, { priority })
  ctx.emit('conversation.priority_changed', {
    conversation,
    changes: { priority: { from: before.priority, to: priority } },
  })
  return conversation
}

/** Gives a conversation exactly these labels. */
export async function setLabels(ctx: Context, before: Conversation, titles: readonly string[]): Promise<Conversation> {
  const { added, removed } = await labels.difference(ctx, before.labels, titles)
  for (const label of removed) {
    await conversations.untag(ctx, before.id, label.id)
    ctx.emit('conversation.label_removed', { conversation: await conversations.get(ctx, before.id), label })
  }
  for (const label of added) {
    if (!(await conversations.tag(ctx, before.id, label.id))) continue
    ctx.emit('conversation.label_added', { conversation: await conversations.get(ctx, before.id), label })
  }
  return conversations.get(ctx, before.id)
}
