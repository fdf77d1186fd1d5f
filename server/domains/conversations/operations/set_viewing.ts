import { z } from 'zod'
import { conversation_id } from '#domains/conversations/inputs.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import { operation } from '#kernel/operation.ts'

export const set_viewing = operation({
  summary: 'Show the team that you have a conversation open, or have left it.',
  description:
    'Repeat every 20 seconds while it is open; without a signal for 45 seconds you count as gone. Not shown to customers.',
  rest: 'POST /conversations/:conversation_id/viewing',
  permission: 'conversations:write',
  tool: false,
  idempotent: true,
  input: z.strictObject({ conversation_id, viewing: z.boolean() }),
  output: z.object({ viewing: z.boolean() }),

  async run(ctx, { conversation_id, viewing }) {
    const conversation = await conversations.get(ctx, conversation_id)
    ctx.signal({
      name: 'conversation.viewing',
      payload: { conversation, author: rules.authorOf(ctx.actor), viewing },
    })
    return { viewing }
  },
})
