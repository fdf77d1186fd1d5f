import { z } from 'zod'
import { InboxEvent } from '#contract/records/channel.ts'
import { id } from '#contract/scalars.ts'
import * as events from '#domains/channels/incoming/events.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { operation } from '#kernel/operation.ts'

export const replay_inbox_event = operation({
  summary: 'Process a stored request of the provider again. Nothing is doubled.',
  rest: 'POST /inboxes/:inbox_id/events/:event_id/replay',
  permission: ['workspace:write', 'admin'],
  tool: false,
  status: 202,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({ inbox_id: id, event_id: id }),
  output: InboxEvent,

  async run(ctx, { inbox_id, event_id }) {
    await inboxes.get(ctx, { inbox_id })
    return events.replay(ctx, inbox_id, event_id)
  },
})
