import { z } from 'zod'
import { Message, message_statuses } from '#contract/records/conversation.ts'
import { id, text } from '#contract/scalars.ts'
import * as messages from '#domains/conversations/messages.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const update_message = operation({
  summary: 'Tell what became of a message sent through an inbox of channel api: delivered, read or failed.',
  description: 'A status never moves back; an older one changes nothing.',
  rest: 'PATCH /messages/:message_id',
  permission: 'messages:send',
  tool: false,
  idempotent: true,
  input: z.strictObject({
    message_id: id,
    status: z.enum(message_statuses),
    error: text.max(1000).optional().describe('Why it failed'),
  }),
  output: Message,

  async run(ctx, { message_id, status, error }) {
    const before = await messages.getLocked(ctx, message_id)
    const conversation = await conversations.get(ctx, before.conversation_id)
    if (conversation.channel !== 'api') {
      reject('permission_denied', 'Only messages of an inbox of channel api are told their status by a program.')
    }
    if (!rules.climbs(before.status, status)) return before
    const message = await messages.setStatus(ctx, message_id, status, error)
    ctx.emit('message.status_changed', { conversation, message })
    return message
  },
})
