import { z } from 'zod'
import { InboxEvent } from '#contract/records/channel.ts'
import { cursor, id, limit, page } from '#contract/scalars.ts'
import * as events from '#domains/channels/incoming/events.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const list_inbox_events = operation({
  summary: 'List requests the provider of an inbox sent in the last 30 days, newest first.',
  rest: 'GET /inboxes/:inbox_id/events',
  permission: ['workspace:read', 'admin'],
  tool: false,
  input: z.strictObject({ inbox_id: id, limit: limit.optional(), cursor: cursor.optional() }),
  output: page(InboxEvent),

  async run(ctx, input) {
    const inbox = await inboxes.get(ctx, { inbox_id: input.inbox_id })
    const { after, limit } = readPage(ctx, input)
    return toPage(ctx, input, await events.list(ctx, inbox.id, after, limit), ({ id }) => [id])
  },
})
