import { type MessageOption, readChosen, readOptions } from '#contract/message-options.ts'
import type { Conversation, Message } from '#contract/records/conversation.ts'
import { findIdentity, visitorOf } from './visitor.ts'
import * as identities from '#domains/conversations/identities/store.ts'
import { setReaction } from '#domains/conversations/messages/changes.ts'
import * as messages from '#domains/conversations/messages/store.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** The message a visitor answers and, if they chose one of its options, that option. */
export type ChatParts = { quoted?: Message; chosen?: MessageOption }

/** Reads the quote and the choice of a visitor's message. A question is answered once. */
export async function readParts(
  ctx: Context,
  {
    external_id,
    reply_to,
    choice,
  }: { external_id: string; reply_to?: string | undefined; choice?: string | undefined },
): Promise<ChatParts> {
  if (reply_to === undefined) {
    if (choice !== undefined) reject('missing_field', 'Give reply_to: the message with the options.', 'reply_to')
    return {}
  }
  const { inbox_id, source_id } = visitorOf(ctx)
  // Serialises the choices of one visitor; the message is then added under the same lock.
  if (choice !== undefined) await identities.lock(ctx, inbox_id, source_id)
  const quoted = await getReadable(ctx, reply_to, 'reply_to')
  if (choice === undefined) return { quoted }
  const chosen =
    readOptions(quoted).find(({ id }) => id === choice) ??
    reject('invalid_value', 'The message offers no such option; choose one of its options by id.', 'choice')
  if (readChosen(quoted) !== undefined && !(await messages.findExternal(ctx, inbox_id, external_id)))
    reject('invalid_state', 'This question was answered already.', 'choice')
  return { quoted, chosen }
}

/** Keeps the choice with the question, as classic clients expect it. */
export async function markChosen(ctx: Context, { quoted, chosen }: ChatParts, current: Conversation): Promise<void> {
  if (!quoted || !chosen || readChosen(quoted) !== undefined) return
  const submitted_values = [{ title: chosen.title, value: chosen.id }]
  const message = await messages.updateAttributes(ctx, quoted.id, { submitted_values })
  if (!message) return
  const isCurrent = quoted.conversation_id === current.id
  const conversation = isCurrent ? current : await conversations.getOwn(ctx, quoted.conversation_id)
  ctx.emit('message.updated', { conversation, message })
}

/** Sets or removes the visitor's reaction to a message of their own chat. */
export async function reactInChat(ctx: Context, message_id: string, emoji: string | null): Promise<Message> {
  const message = await getReadable(ctx, message_id, 'message_id')
  if (message.deleted) reject('invalid_state', 'This message was deleted, so nobody can react to it.', 'message_id')
  const own = message.reactions.find(({ author }) => author.type === 'contact' && author.id === ctx.actor.id)
  if ((own?.emoji ?? null) === emoji) return message
  await setReaction(ctx, message_id, rules.authorOf(ctx.actor), emoji, ctx.now.toISOString())
  return messages.getOwn(ctx, message_id)
}

/** A message of the visitor's own chat; internal notes and scheduled messages are answered like missing ones. */
async function getReadable(ctx: Context, id: string, field: string): Promise<Message> {
  const identity = await findIdentity(ctx)
  if (identity?.blocked) reject('permission_denied', 'This chat isn’t available to you.')
  const message = identity && (await messages.findOfIdentity(ctx, identity.id, id))
  return message ?? reject('not_found', `There is no message ${id} in this chat.`, field)
}
