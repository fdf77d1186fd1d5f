import { z } from 'zod'
import { Message } from '#contract/records/conversation.ts'
import { id } from '#contract/scalars.ts'
import { react } from '#domains/conversations/messages/react.ts'
import { operation } from '#kernel/operation.ts'

export const remove_reaction = operation({
  summary: 'Remove your reaction to a message.',
  rest: 'DELETE /messages/:message_id/reaction',
  permission: 'messages:send',
  tool: false,
  destructive: true,
  idempotent: true,
  input: z.strictObject({ message_id: id }),
  output: Message,

  run(ctx, { message_id }) {
    return react(ctx, message_id, null)
  },
})
