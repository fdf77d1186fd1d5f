import { z } from 'zod'
import { ChannelTemplate } from '#contract/records/channel.ts'
import { id, page } from '#contract/scalars.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import * as templates from '#domains/workspace/inboxes/templates.ts'
import { operation } from '#kernel/operation.ts'

export const list_inbox_templates = operation({
  summary: 'List message templates of an inbox, by name and language.',
  rest: 'GET /inboxes/:inbox_id/templates',
  permission: 'conversations:read',
  tool: false,
  input: z.strictObject({ inbox_id: id }),
  output: page(ChannelTemplate),

  async run(ctx, { inbox_id }) {
    await inboxes.get(ctx, { inbox_id })
    return { items: await templates.list(ctx, inbox_id), next_cursor: null }
  },
})
