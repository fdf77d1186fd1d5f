import { z } from 'zod'
import { Conversation } from '#contract/records/conversation.ts'
import { readMoment } from '#contract/periods.ts'
import { moment } from '#contract/scalars.ts'
import { conversation_id } from '#domains/conversations/inputs.ts'
import { changeStatus } from '#domains/conversations/lifecycle/status.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import { operation } from '#kernel/operation.ts'

export const snooze_conversation = operation({
  summary: 'Snooze a conversation until a later time, when it reopens.',
  description: 'A message from the customer reopens it at once. Returns the conversation with snoozed_until.',
  rest: 'POST /conversations/:conversation_id/snooze',
  permission: 'conversations:write',
  idempotent: true,
  input: z.strictObject({
    conversation_id,
    until: moment.nullable().describe('ISO-8601 time in the future; without an offset, in the workspace’s time zone'),
  }),
  output: Conversation,

  async run(ctx, { conversation_id, until }) {
    const before = await conversations.getLocked(ctx, conversation_id)
    const moment = until && readMoment(until, ctx.actor.account.time_zone).toISOString()
    return changeStatus(ctx, before, rules.snooze(before, moment, ctx.now))
  },
})
