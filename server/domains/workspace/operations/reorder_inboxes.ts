import { z } from 'zod'
import { Inbox } from '#contract/records/inbox.ts'
import { page } from '#contract/scalars.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { ordered_ids, reorder } from '#domains/workspace/reorder.ts'
import { operation } from '#kernel/operation.ts'

export const reorder_inboxes = operation({
  summary: 'Reorder inboxes. Omitted ones follow; new ones come last, by name.',
  rest: 'PUT /inboxes/order',
  permission: 'workspace:write',
  reader: 'conversations:read',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({ ids: ordered_ids }),
  output: page(Inbox),

  async run(ctx, { ids }) {
    await reorder(ctx, 'inboxes', ids)
    return { items: await inboxes.list(ctx), next_cursor: null }
  },
})
