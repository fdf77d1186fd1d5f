import { z } from 'zod'
import { Inbox } from '#contract/records/inbox.ts'
import { id } from '#contract/scalars.ts'
import * as inboxes from '#domains/workspace/inboxes.ts'
import { operation } from '#kernel/operation.ts'

export const get_inbox = operation({
  summary: 'Read one inbox: its channel, settings and members.',
  rest: 'GET /inboxes/:inbox_id',
  permission: 'conversations:read',
  tool: false,
  input: z.strictObject({ inbox_id: id }),
  output: Inbox,

  run(ctx, input) {
    return inboxes.get(ctx, input)
  },
})
