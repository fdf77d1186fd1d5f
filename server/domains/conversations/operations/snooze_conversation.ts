import { z } from 'zod'
import { Conversation } from '#contract/records/conversation.ts'
import { instant } from '#contract/scalars.ts'
import { conversation_id } from '#domains/conversations/inputs.ts'
import { move } from '#domains/conversations/lifecycle.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import { operation } from '#kernel/operation.ts'

export const snooze_conversation = operation({
  summary: 'Hide a conversation until a later moment, then bring it back as open.',
  description: 'A message of the customer brings it back at once. Returns the conversation with snoozed_until.',
  rest: 'POST /conversations/:conversation_id/snooze',
  permission: 'conversations:write',
  idempotent: true,
  input: z.strictObject({
    conversation_id,
    until: instant.nullable().describe('A moment in the future, ISO-8601 with its zone, e.g. 2030-01-31T14:00:00Z'),
  }),
  output: Conversation,

  async run(ctx, { conversation_id, until }) {
    const before = await conversations.getLocked(ctx, conversation_id)
    return move(ctx, before, rules.snooze(before, until, ctx.now))
  },
})
