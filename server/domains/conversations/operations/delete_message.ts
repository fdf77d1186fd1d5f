import { z } from 'zod'
import { Message } from '#contract/records/conversation.ts'
import { id } from '#contract/scalars.ts'
import * as messages from '#domains/conversations/messages.ts'
import * as conversations from '#domains/conversations/store.ts'
import { operation } from '#kernel/operation.ts'

export const delete_message = operation({
  summary: 'Take away what a message said, with its files; that there was one stays visible.',
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
    const message = await messages.erase(ctx, message_id)
    const conversation = await conversations.get(ctx, message.conversation_id)
    ctx.emit('message.updated', { conversation, message })
    return message
  },
})
