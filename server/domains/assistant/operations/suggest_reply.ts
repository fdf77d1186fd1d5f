import { z } from 'zod'
import { AiSource } from '#contract/records/assistant.ts'
import { suggestReply } from '#domains/assistant/copilot.ts'
import { conversation_id } from '#domains/conversations/inputs.ts'
import { operation } from '#kernel/operation.ts'

export const suggest_reply = operation({
  summary: 'Suggest a reply to the customer from the knowledge base. Nothing is sent.',
  description: 'Written by the language model if one is set up; otherwise the best matching passage of a document.',
  rest: 'POST /conversations/:conversation_id/suggested-reply',
  permission: ['conversations:read', 'messages:send', 'knowledge:read'],
  tool: false,
  noTransaction: true,
  input: z.strictObject({ conversation_id }),
  output: z.object({
    content: z.string().nullable().describe('null: there is nothing to suggest'),
    sources: z.array(AiSource),
  }),

  async run(ctx, { conversation_id }) {
    return suggestReply(ctx, conversation_id)
  },
})
