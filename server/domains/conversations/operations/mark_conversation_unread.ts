import { z } from 'zod'
import { Conversation } from '#contract/records/conversation.ts'
import { conversation_id } from '#domains/conversations/inputs.ts'
import * as conversations from '#domains/conversations/store.ts'
import { operation } from '#kernel/operation.ts'

export const mark_conversation_unread = operation({
  summary: 'Mark a conversation as unread.',
  rest: 'POST /conversations/:conversation_id/unread',
  permission: 'conversations:write',
  tool: false,
  idempotent: true,
  input: z.strictObject({
    conversation_id,
    unread_count: z.int().min(1).max(1_000_000).default(1).describe('Number of unread messages to show'),
  }),
  output: Conversation,

  async run(ctx, { conversation_id, unread_count }) {
    const before = await conversations.getLocked(ctx, conversation_id)
    if (before.unread) return before
    const conversation = await conversations.update(ctx, conversation_id, { agent_last_seen_at: null, unread_count })
    ctx.emit('conversation.read', { conversation })
    return conversation
  },
})
