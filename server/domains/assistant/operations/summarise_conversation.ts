import { z } from 'zod'
import { summariseConversation } from '#domains/assistant/copilot.ts'
import { conversation_id } from '#domains/conversations/inputs.ts'
import { operation } from '#kernel/operation.ts'

export const summarise_conversation = operation({
  summary: 'Summarise a conversation for the team: what the customer wants, what was agreed, what is open.',
  description: 'Needs a language model (LLM_URL). Nothing is stored.',
  rest: 'GET /conversations/:conversation_id/summary',
  permission: 'conversations:read',
  tool: false,
  input: z.strictObject({ conversation_id }),
  output: z.object({ summary: z.string() }),

  async run(ctx, { conversation_id }) {
    return { summary: await summariseConversation(ctx, conversation_id) }
  },
})
