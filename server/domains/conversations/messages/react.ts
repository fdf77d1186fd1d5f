import { channelCapabilities } from '#contract/channels.ts'
import type { Message } from '#contract/records/conversation.ts'
import { queueChange, setReaction } from '#domains/conversations/messages/changes.ts'
import * as messages from '#domains/conversations/messages/store.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** Sets or removes the caller's reaction, and passes it on to the channel. */
export async function react(ctx: Context, message_id: string, emoji: string | null): Promise<Message> {
  const message = await messages.getLocked(ctx, message_id)
  const { channel } = await conversations.get(ctx, message.conversation_id)
  if (!channelCapabilities[channel].reactions)
    reject('not_supported_by_channel', `${channel} has no reactions.`, 'message_id')
  if (message.deleted) reject('invalid_state', 'This message was deleted, so nobody can react to it.', 'message_id')
  const author = rules.authorOf(ctx.actor)
  const own = message.reactions.find((each) => each.author.type === author.type && each.author.id === author.id)
  if ((own?.emoji ?? null) === emoji) return message
  await setReaction(ctx, message_id, author, emoji, ctx.now.toISOString())
  if (!message.private) await queueChange(ctx, message, 'reaction', { emoji })
  return messages.getOwn(ctx, message_id)
}
