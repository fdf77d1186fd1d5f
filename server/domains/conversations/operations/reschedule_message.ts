import { z } from 'zod'
import { Message } from '#contract/records/conversation.ts'
import { id, instant } from '#contract/scalars.ts'
import * as outbound from '#domains/conversations/messages/outbound-rules.ts'
import { moveScheduled, sendScheduled, takeScheduled } from '#domains/conversations/messages/resend.ts'
import * as messages from '#domains/conversations/messages/store.ts'
import * as conversations from '#domains/conversations/store.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const reschedule_message = operation({
  summary: 'Move a scheduled message to another time, or send it now.',
  rest: 'PUT /messages/:message_id/schedule',
  permission: 'messages:send',
  tool: false,
  input: z.strictObject({
    message_id: id,
    scheduled_at: instant.nullable().describe('The new time; null sends the message now'),
  }),
  output: Message,

  async run(ctx, { message_id, scheduled_at }) {
    const { conversation_id } = await messages.getLocked(ctx, message_id)
    const before =
      (await takeScheduled(ctx, message_id)) ??
      reject('invalid_state', 'This message is not scheduled, or it was sent meanwhile.', 'message_id')
    const conversation = await conversations.getLocked(ctx, conversation_id)
    if (scheduled_at !== null) {
      outbound.checkScheduledAt(scheduled_at, ctx.now)
      const message = await moveScheduled(ctx, message_id, scheduled_at)
      ctx.emit('message.scheduled', { conversation, message })
      return message
    }
    const template = before.content_type === 'template' ? (before.content_attributes as never) : undefined
    const { human_agent } = (before.content_attributes['delivery'] ?? {}) as { human_agent?: boolean }
    outbound.checkOutbound(conversation, { content: before.content, template, human_agent })
    const result = await sendScheduled(ctx, conversation, before, undefined)
    ctx.emit('message.sent', result)
    return result.message
  },
})
