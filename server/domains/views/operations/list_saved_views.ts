import { z } from 'zod'
import { SavedView, view_resources } from '#contract/records/automation.ts'
import { page } from '#contract/scalars.ts'
import * as views from '#domains/workspace/saved-views.ts'
import { operation } from '#kernel/operation.ts'

export const list_saved_views = operation({
  summary: 'List shared views and your own, in their order, then by name.',
  rest: 'GET /saved-views',
  permission: 'workspace:read',
  tool: false,
  input: z.strictObject({ resource: z.enum(view_resources).optional().describe('Filter by list') }),
  output: page(SavedView),

  async run(ctx, { resource }) {
    return { items: await views.list(ctx, resource), next_cursor: null }
  },
})
