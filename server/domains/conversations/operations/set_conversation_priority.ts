import { z } from 'zod'
import { Conversation, priorities } from '#contract/records/conversation.ts'
import { conversation_id } from '#domains/conversations/inputs.ts'
import * as conversations from '#domains/conversations/store.ts'
import { operation } from '#kernel/operation.ts'

export const set_conversation_priority = operation({
  summary: 'Set how urgent a conversation is.',
  description: 'With none it has no priority. Returns the conversation.',
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
    if (before.priority === priority) return before
    const conversation = await conversations.update(ctx, conversation_id, { priority })
    const changes = { priority: { from: before.priority, to: priority } }
    ctx.emit('conversation.priority_changed', { conversation, changes })
    return conversation
  },
})
