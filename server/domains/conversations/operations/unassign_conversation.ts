import { z } from 'zod'
import { Conversation } from '#contract/records/conversation.ts'
import { assign } from '#domains/conversations/assignment.ts'
import { conversation_id } from '#domains/conversations/inputs.ts'
import * as conversations from '#domains/conversations/store.ts'
import { remember } from '#domains/conversations/undo/store.ts'
import { operation } from '#kernel/operation.ts'

export const unassign_conversation = operation({
  summary: 'Remove the assignee of a conversation.',
  description: 'Changes nothing if it is unassigned. Returns the conversation.',
  rest: 'DELETE /conversations/:conversation_id/assignee',
  permission: 'conversations:write',
  destructive: true,
  idempotent: true,
  input: z.strictObject({ conversation_id }),
  output: Conversation,

  async run(ctx, { conversation_id }) {
    const before = await conversations.getLocked(ctx, conversation_id)
    await remember(ctx, conversation_id, 'assignee')
    return assign(ctx, before, null)
  },
})
