import { z } from 'zod'
import { InboxFile } from '#contract/records/channel.ts'
import { cursor, id, limit, page } from '#contract/scalars.ts'
import * as files from '#domains/channels/files.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const list_inbox_files = operation({
  summary: 'List files stored for the template headers of an inbox, newest first.',
  rest: 'GET /inboxes/:inbox_id/files',
  permission: 'workspace:read',
  tool: false,
  input: z.strictObject({ inbox_id: id, limit: limit.optional(), cursor: cursor.optional() }),
  output: page(InboxFile),

  async run(ctx, input) {
    const inbox = await inboxes.get(ctx, { inbox_id: input.inbox_id })
    const { after, limit } = readPage(ctx, input)
    return toPage(ctx, input, await files.list(ctx, inbox.id, after, limit), ({ id }) => [id])
  },
})
