import { z } from 'zod'
import { Conversation } from '#contract/records/conversation.ts'
import { conversation_id } from '#domains/conversations/inputs.ts'
import { changeStatus } from '#domains/conversations/lifecycle/status.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import { operation } from '#kernel/operation.ts'

export const resolve_conversation = operation({
  summary: 'Resolve a conversation.',
  description: 'Fires resolution automations. The customer’s next message reopens it. Returns the conversation.',
  rest: 'POST /conversations/:conversation_id/resolve',
  permission: 'conversations:write',
  idempotent: true,
  input: z.strictObject({ conversation_id }),
  output: Conversation,

  async run(ctx, { conversation_id }) {
    const before = await conversations.getLocked(ctx, conversation_id)
    return changeStatus(ctx, before, rules.resolve(before, ctx.now))
  },
})
