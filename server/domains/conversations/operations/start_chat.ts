import { z } from 'zod'
import { statuses } from '#contract/records/conversation.ts'
import { id } from '#contract/scalars.ts'
import { visitorOf } from '#domains/conversations/chat.ts'
import { welcome } from '#domains/conversations/receiving.ts'
import * as inboxes from '#domains/workspace/inboxes.ts'
import { operation } from '#kernel/operation.ts'

export const start_chat = operation({
  summary: 'Begin the visitor’s conversation before they write, for clients that ask for one first.',
  description: 'Who has one keeps it. The live chat needs no such call: a first message begins the conversation.',
  rest: 'POST /widget/conversation',
  permission: 'visitor',
  tool: false,
  idempotent: true,
  input: z.strictObject({}),
  output: z.object({ id, status: z.enum(statuses) }),

  async run(ctx) {
    const visitor = visitorOf(ctx)
    const inbox = await inboxes.get(ctx, { inbox_id: visitor.inbox_id })
    return welcome(ctx, inbox, { ...visitor, trusted: false })
  },
})
