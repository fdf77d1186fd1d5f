import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { Filter } from '#contract/filters.ts'
import { SavedView, visibilities } from '#contract/records/automation.ts'
import { id, line } from '#contract/scalars.ts'
import { checkView } from '#domains/views/resources.ts'
import * as rules from '#domains/views/rules.ts'
import * as views from '#domains/workspace/saved-views.ts'
import { operation } from '#kernel/operation.ts'

export const update_saved_view = operation({
  summary: 'Update a saved view. Omitted fields stay unchanged; shared views require workspace:write.',
  rest: 'PATCH /saved-views/:saved_view_id',
  permission: 'conversations:write',
  reader: 'workspace:read',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    saved_view_id: id,
    name: line.optional(),
    visibility: z.enum(visibilities).optional().describe('private: you become the owner, and only you can see it'),
    filter: Filter.optional().describe('Replaces the current filter'),
    sort: line.nullable().optional(),
  }),
  output: SavedView,

  async run(ctx, { saved_view_id, ...patch }) {
    const before = await views.getLocked(ctx, saved_view_id)
    const after = rules.reviseView(ctx.actor, before, patch)
    checkView(ctx, before.resource, after)
    const { owner_id: _, ...shown } = after
    if (isDeepStrictEqual({ ...before, ...shown }, before)) return before
    return views.update(ctx, saved_view_id, after)
  },
})
