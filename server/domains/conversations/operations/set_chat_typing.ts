import { z } from 'zod'
import { findConversation, findIdentity } from '#domains/conversations/chat/visitor.ts'
import { chat_conversation_id } from '#domains/conversations/inputs.ts'
import { operation } from '#kernel/operation.ts'

export const set_chat_typing = operation({
  summary: 'Send the visitor’s typing indicator to the agents.',
  rest: 'POST /widget/typing',
  permission: 'visitor',
  tool: false,
  idempotent: true,
  input: z.strictObject({ typing: z.boolean(), conversation_id: chat_conversation_id.optional() }),
  output: z.object({ typing: z.boolean() }),

  async run(ctx, { typing, conversation_id }) {
    const conversation = await findConversation(ctx, await findIdentity(ctx), conversation_id)
    if (conversation) {
      const author = { type: 'contact' as const, id: conversation.contact.id, name: conversation.contact.name }
      ctx.signal({ name: 'conversation.typing', payload: { conversation, author, typing, private: false } })
    }
    return { typing }
  },
})
