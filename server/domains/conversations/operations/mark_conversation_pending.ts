import { z } from 'zod'
import { Conversation } from '#contract/records/conversation.ts'
import { conversation_id } from '#domains/conversations/inputs.ts'
import { changeStatus } from '#domains/conversations/lifecycle/status.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import { operation } from '#kernel/operation.ts'

export const mark_conversation_pending = operation({
  summary: 'Mark a conversation as pending: the AI agent, or an external system, acts next.',
  description: 'Changes nothing if it is already pending.',
  rest: 'POST /conversations/:conversation_id/pend',
  permission: 'conversations:write',
  tool: false,
  idempotent: true,
  input: z.strictObject({ conversation_id }),
  output: Conversation,

  async run(ctx, { conversation_id }) {
    const before = await conversations.getLocked(ctx, conversation_id)
    return changeStatus(ctx, before, rules.pend(before, ctx.now))
  },
})
