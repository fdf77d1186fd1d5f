import { z } from 'zod'
import { SavedView, view_resources, visibilities } from '#contract/records/automation.ts'
import { page } from '#contract/scalars.ts'
import * as rules from '#domains/views/rules.ts'
import { ordered_ids, reorder } from '#domains/workspace/reorder.ts'
import * as views from '#domains/workspace/saved-views.ts'
import { operation } from '#kernel/operation.ts'

export const reorder_saved_views = operation({
  summary: 'Reorder your views of a list, or the shared ones with workspace:write. Omitted ones follow.',
  rest: 'PUT /saved-views/order',
  permission: 'conversations:write',
  reader: 'workspace:read',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    resource: z.enum(view_resources).describe('The list they belong to'),
    visibility: z.enum(visibilities).describe('Your private views, or the shared ones'),
    ids: ordered_ids,
  }),
  output: page(SavedView),

  async run(ctx, { resource, visibility, ids }) {
    rules.checkSharing(ctx.actor, visibility)
    await reorder(ctx, 'saved_views', ids, views.inSameList(ctx, resource, visibility))
    return { items: await views.list(ctx, resource), next_cursor: null }
  },
})
