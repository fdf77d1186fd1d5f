import { z } from 'zod'
import { channelCapabilities } from '#contract/channels.ts'
import { InboxDetail } from '#contract/records/inbox.ts'
import { id } from '#contract/scalars.ts'
import * as connections from '#domains/workspace/inboxes/connections.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { operation } from '#kernel/operation.ts'

export const get_inbox = operation({
  summary: 'Get an inbox: channel, connection, abilities, settings and members.',
  rest: 'GET /inboxes/:inbox_id',
  permission: 'conversations:read',
  tool: false,
  input: z.strictObject({ inbox_id: id }),
  output: InboxDetail,

  async run(ctx, input) {
    const inbox = await connections.withAddress(ctx, await inboxes.get(ctx, input))
    return { ...inbox, capabilities: channelCapabilities[inbox.channel] }
  },
})
