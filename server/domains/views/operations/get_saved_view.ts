import { z } from 'zod'
import { SavedView } from '#contract/records/automation.ts'
import { id } from '#contract/scalars.ts'
import * as views from '#domains/workspace/saved-views.ts'
import { operation } from '#kernel/operation.ts'

export const get_saved_view = operation({
  summary: 'Get a shared view or one of your own.',
  rest: 'GET /saved-views/:saved_view_id',
  permission: 'workspace:read',
  tool: false,
  input: z.strictObject({ saved_view_id: id }),
  output: SavedView,

  run(ctx, { saved_view_id }) {
    return views.get(ctx, saved_view_id)
  },
})
