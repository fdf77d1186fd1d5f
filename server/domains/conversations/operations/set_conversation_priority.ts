import { z } from 'zod'
import { Conversation, priorities } from '#contract/records/conversation.ts'
import { setPriority } from '#domains/conversations/changes.ts'
import { conversation_id } from '#domains/conversations/inputs.ts'
import * as conversations from '#domains/conversations/store.ts'
import { remember } from '#domains/conversations/undo/store.ts'
import { operation } from '#kernel/operation.ts'

export const set_conversation_priority = operation({
  summary: 'Set the priority of a conversation.',
  description: 'Use none to remove the priority. Returns the conversation.',
  rest: 'POST /conversations/:conversation_id/priority',
  permission: 'conversations:write',
  idempotent: true,
  input: z.strictObject({
    conversation_id,
    priority: z.enum(priorities).describe('urgent, high, medium, low or none'),
  }),
  output: Conversation,

  async run(ctx, { conversation_id, priority }) {
    const before = await conversations.getLocked(ctx, conversation_id)
    await remember(ctx, conversation_id, 'priority')
    return setPriority(ctx, before, priority)
  },
})
