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
  input: z.strictObject({ conversation_id }),
  output: Conversation,

  async run(ctx, { conversation_id }) {
    const before = await conversations.getLocked(ctx, conversation_id)
    if (before.unread) return before
    const conversation = await conversations.update(ctx, conversation_id, { agent_last_seen_at: null, unread_count: 1 })
    ctx.emit('conversation.read', { conversation })
    return conversation
  },
})
