import { z } from 'zod'
import { Conversation } from '#contract/records/conversation.ts'
import { assign } from '#domains/conversations/assignment.ts'
import { conversation_id } from '#domains/conversations/inputs.ts'
import * as conversations from '#domains/conversations/store.ts'
import { operation } from '#kernel/operation.ts'

export const unassign_conversation = operation({
  summary: 'Take a conversation from its agent, so that nobody is assigned.',
  description: 'Where nobody is assigned it changes nothing. Returns the conversation.',
  rest: 'DELETE /conversations/:conversation_id/assignee',
  permission: 'conversations:write',
  destructive: true,
  idempotent: true,
  input: z.strictObject({ conversation_id }),
  output: Conversation,

  async run(ctx, { conversation_id }) {
    return assign(ctx, await conversations.getLocked(ctx, conversation_id), null)
  },
})
