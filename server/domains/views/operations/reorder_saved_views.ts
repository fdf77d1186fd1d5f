import { z } from 'zod'
import { SavedView, view_resources, visibilities } from '#contract/records/automation.ts'
import { page } from '#contract/scalars.ts'
import * as rules from '#domains/views/rules.ts'
import { ordered_ids, reorder } from '#domains/workspace/ordering.ts'
import * as views from '#domains/workspace/saved-views.ts'
import { operation } from '#kernel/operation.ts'

export const reorder_saved_views = operation({
  summary:
    'Put your own views of a list into an order, or, with workspace:write, the shared ones. Those not named come after.',
  rest: 'PUT /saved-views/order',
  permission: 'conversations:write',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    resource: z.enum(view_resources).describe('The list they belong to'),
    visibility: z.enum(visibilities).describe('Your own, or those everybody shares'),
    ids: ordered_ids,
  }),
  output: page(SavedView),

  async run(ctx, { resource, visibility, ids }) {
    rules.checkSharing(ctx.actor, visibility)
    await reorder(ctx, 'saved_views', ids, views.ofOneKind(ctx, resource, visibility))
    return { items: await views.list(ctx, resource), next_cursor: null }
  },
})
