import { z } from 'zod'
import { conversation_id } from '#domains/conversations/inputs.ts'
import * as conversations from '#domains/conversations/store.ts'
import { operation } from '#kernel/operation.ts'

export const list_participants = operation({
  summary: 'List the participants of a conversation: agents who follow it besides the assignee.',
  rest: 'GET /conversations/:conversation_id/participants',
  permission: 'conversations:read',
  tool: false,
  input: z.strictObject({ conversation_id }),
  output: z.object({ participants: z.array(z.object({ id: z.string(), name: z.string() })) }),

  async run(ctx, { conversation_id }) {
    await conversations.get(ctx, conversation_id)
    return { participants: await conversations.listParticipants(ctx, conversation_id) }
  },
})
