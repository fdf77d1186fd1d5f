import { z } from 'zod'
import { Conversation } from '#contract/records/conversation.ts'
import { conversation_id } from '#domains/conversations/inputs.ts'
import { changeStatus } from '#domains/conversations/lifecycle/status.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import { operation } from '#kernel/operation.ts'

export const reopen_conversation = operation({
  summary: 'Reopen a resolved, snoozed or pending conversation.',
  description: 'Changes nothing if it is already open. Returns the conversation.',
  rest: 'POST /conversations/:conversation_id/reopen',
  permission: 'conversations:write',
  idempotent: true,
  input: z.strictObject({ conversation_id }),
  output: Conversation,

  async run(ctx, { conversation_id }) {
    const before = await conversations.getLocked(ctx, conversation_id)
    return changeStatus(ctx, before, rules.reopen(before, ctx.now))
  },
})
