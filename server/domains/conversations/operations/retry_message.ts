import { z } from 'zod'
import { Message } from '#contract/records/conversation.ts'
import { id } from '#contract/scalars.ts'
import * as outbound from '#domains/conversations/messages/outbound-rules.ts'
import { requeue } from '#domains/conversations/messages/resend.ts'
import * as messages from '#domains/conversations/messages/store.ts'
import * as conversations from '#domains/conversations/store.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const retry_message = operation({
  summary: 'Send a failed message again through its channel.',
  description: 'If the outcome of the first attempt is unknown, the customer may receive the message twice.',
  rest: 'POST /messages/:message_id/retry',
  permission: 'messages:send',
  tool: false,
  input: z.strictObject({ message_id: id }),
  output: Message,

  async run(ctx, { message_id }) {
    const before = await messages.getLocked(ctx, message_id)
    if (before.status !== 'failed' || before.direction === 'incoming' || before.deleted)
      reject('invalid_state', 'Only a failed message to a customer can be sent again.', 'message_id')
    const conversation = await conversations.getLocked(ctx, before.conversation_id)
    const template = before.content_type === 'template' ? (before.content_attributes as never) : undefined
    const delivery = (before.content_attributes['delivery'] ?? {}) as { human_agent?: boolean }
    outbound.checkOutbound(conversation, { content: before.content, template, human_agent: delivery.human_agent })
    const message = await requeue(ctx, message_id, delivery)
    ctx.emit('message.status_changed', { conversation, message })
    return message
  },
})
