import { z } from 'zod'
import { conversation_id } from '#domains/conversations/inputs.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import { operation } from '#kernel/operation.ts'

export const set_typing = operation({
  summary: 'Send a typing indicator.',
  rest: 'POST /conversations/:conversation_id/typing',
  permission: 'messages:send',
  tool: false,
  idempotent: true,
  input: z.strictObject({
    conversation_id,
    typing: z.boolean(),
    private: z.boolean().optional().describe('True while writing an internal note, which is not shown to the customer'),
  }),
  output: z.object({ typing: z.boolean() }),

  async run(ctx, { conversation_id, typing, private: isPrivate = false }) {
    const conversation = await conversations.get(ctx, conversation_id)
    const author = rules.authorOf(ctx.actor)
    ctx.signal({ name: 'conversation.typing', payload: { conversation, author, typing, private: isPrivate } })
    return { typing }
  },
})
