import { z } from 'zod'
import { Message } from '#contract/records/conversation.ts'
import { id } from '#contract/scalars.ts'
import { emoji } from '#domains/conversations/inputs.ts'
import { react } from '#domains/conversations/messages/react.ts'
import { operation } from '#kernel/operation.ts'

export const set_reaction = operation({
  summary: 'React to a message with an emoji, replacing an earlier reaction.',
  rest: 'PUT /messages/:message_id/reaction',
  permission: 'messages:send',
  tool: false,
  idempotent: true,
  input: z.strictObject({ message_id: id, emoji }),
  output: Message,

  run(ctx, { message_id, emoji }) {
    return react(ctx, message_id, emoji)
  },
})
