import { z } from 'zod'
import { ChannelTemplate } from '#contract/records/channel.ts'
import { id, page } from '#contract/scalars.ts'
import * as connections from '#domains/workspace/inboxes/connections.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import * as templates from '#domains/workspace/inboxes/templates.ts'
import { operation } from '#kernel/operation.ts'

export const sync_inbox_templates = operation({
  summary: 'Read the message templates of an inbox from its provider now.',
  rest: 'POST /inboxes/:inbox_id/templates/sync',
  permission: 'workspace:write',
  reader: 'conversations:read',
  tool: false,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({ inbox_id: id }),
  output: page(ChannelTemplate),

  async prepare(ctx, { inbox_id }) {
    return connections.askTemplates(ctx, await inboxes.get(ctx, { inbox_id }))
  },

  async run(ctx, { inbox_id }, found) {
    await inboxes.getLocked(ctx, inbox_id)
    await templates.replaceAll(ctx, inbox_id, found)
    return { items: await templates.list(ctx, inbox_id), next_cursor: null }
  },
})
