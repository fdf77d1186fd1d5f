import { z } from 'zod'
import { channelCapabilities } from '#contract/channels.ts'
import { Message } from '#contract/records/conversation.ts'
import { id } from '#contract/scalars.ts'
import { queueChange } from '#domains/conversations/messages/changes.ts'
import * as messages from '#domains/conversations/messages/store.ts'
import * as conversations from '#domains/conversations/store.ts'
import { operation } from '#kernel/operation.ts'

export const delete_message = operation({
  summary: 'Delete the content and attachments of a message; a placeholder remains.',
  rest: 'DELETE /messages/:message_id',
  permission: 'messages:send',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({ message_id: id }),
  output: Message,

  async run(ctx, { message_id }) {
    const before = await messages.getLocked(ctx, message_id)
    if (before.deleted) return before
    const message = await messages.eraseContent(ctx, message_id)
    const conversation = await conversations.get(ctx, before.conversation_id)
    // Where the channel can, the customer's copy is deleted as well.
    if (before.direction === 'outgoing' && !before.private && channelCapabilities[conversation.channel].deletions)
      await queueChange(ctx, before, 'deletion', { external_ids: before.content_attributes['external_ids'] ?? [] })
    ctx.emit('message.updated', { conversation, message })
    return message
  },
})
