import { z } from 'zod'
import { conversationOf } from '#domains/conversations/chat.ts'
import { operation } from '#kernel/operation.ts'

export const set_chat_typing = operation({
  summary: 'Tell the agents that the visitor is writing, or has stopped.',
  rest: 'POST /widget/typing',
  permission: 'visitor',
  tool: false,
  idempotent: true,
  input: z.strictObject({ typing: z.boolean() }),
  output: z.object({ typing: z.boolean() }),

  async run(ctx, { typing }) {
    const conversation = await conversationOf(ctx)
    if (conversation) {
      const author = { type: 'contact' as const, id: conversation.contact.id, name: conversation.contact.name }
      ctx.signal({ name: 'conversation.typing', payload: { conversation, author, typing, private: false } })
    }
    return { typing }
  },
})
