import { z } from 'zod'
import { Conversation } from '#contract/records/conversation.ts'
import { conversation_id } from '#domains/conversations/inputs.ts'
import * as conversations from '#domains/conversations/store.ts'
import { operation } from '#kernel/operation.ts'

export const mark_conversation_read = operation({
  summary: 'Mark a conversation as read by the team.',
  rest: 'POST /conversations/:conversation_id/read',
  permission: 'conversations:write',
  tool: false,
  idempotent: true,
  input: z.strictObject({ conversation_id }),
  output: Conversation,

  async run(ctx, { conversation_id }) {
    const before = await conversations.getLocked(ctx, conversation_id)
    const conversation = await conversations.update(ctx, conversation_id, {
      agent_last_seen_at: ctx.now,
      unread_count: 0,
    })
    if (before.unread) ctx.emit('conversation.read', { conversation })
    return conversation
  },
})
