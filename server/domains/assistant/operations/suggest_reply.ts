import { z } from 'zod'
import { AiSource } from '#contract/records/assistant.ts'
import { suggest } from '#domains/assistant/copilot.ts'
import { conversation_id } from '#domains/conversations/inputs.ts'
import { operation } from '#kernel/operation.ts'

export const suggest_reply = operation({
  summary: 'Suggest a reply to the customer, from the knowledge base. Nothing is sent.',
  description: 'With a language model it is worded anew; without one it is the piece of a document that fits best.',
  rest: 'POST /conversations/:conversation_id/suggested-reply',
  permission: ['conversations:read', 'messages:send', 'knowledge:read'],
  tool: false,
  apart: true,
  input: z.strictObject({ conversation_id }),
  output: z.object({
    content: z.string().nullable().describe('null: there is nothing to suggest'),
    sources: z.array(AiSource),
  }),

  async run(ctx, { conversation_id }) {
    return suggest(ctx, conversation_id)
  },
})
