import { channelCapabilities } from '#contract/channels.ts'
import type { Message, MessageFailure } from '#contract/records/conversation.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { Context } from '#kernel/operation.ts'

/** Opens the reply window for something other than a message. */
export async function openWindow(
  ctx: Context,
  inbox: Inbox,
  conversation_id: string,
  occurred_at: string,
): Promise<void> {
  const { window_hours } = channelCapabilities[inbox.channel]
  if (!window_hours) return
  const conversation = await conversations.getLocked(ctx, conversation_id)
  const patch = rules.openWindow(conversation, providerTime(ctx, occurred_at), window_hours)
  if (Object.keys(patch).length > 0) await conversations.update(ctx, conversation_id, patch)
}

/** Closes the reply window if the provider refused a message for it, unless the customer wrote since then. */
export async function closeRefusedWindow(
  { sql, actor }: Context,
  { conversation_id, created_at }: Pick<Message, 'conversation_id' | 'created_at'>,
  failure: MessageFailure | undefined,
): Promise<void> {
  if (failure?.code !== 'window_closed') return
  await sql`
    update conversations set reply_window_closes_at = ${created_at}
     where account_id = ${actor.account.id} and id = ${conversation_id}
       and reply_window_opened_at <= ${created_at} and reply_window_closes_at > ${created_at}`
}

/** Providers' clocks may be ahead of ours; a message is never in the future. */
export function providerTime({ now }: Context, occurred_at: string): Date {
  const at = new Date(occurred_at)
  return at < now ? at : now
}
