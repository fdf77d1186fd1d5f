import { z } from 'zod'
import { Filter } from '#contract/filters.ts'
import { SavedView, view_resources, visibilities } from '#contract/records/automation.ts'
import { line } from '#contract/scalars.ts'
import { checkView } from '#domains/views/resources.ts'
import * as rules from '#domains/views/rules.ts'
import * as views from '#domains/workspace/saved-views.ts'
import { operation } from '#kernel/operation.ts'

export const create_saved_view = operation({
  summary: 'Save a filter as a private or shared view. Sharing requires workspace:write.',
  rest: 'POST /saved-views',
  permission: 'conversations:write',
  reader: 'workspace:read',
  tool: false,
  status: 201,
  audit: { without: [] },
  input: z.strictObject({
    name: line,
    resource: z.enum(view_resources).describe('The list it belongs to'),
    visibility: z.enum(visibilities).optional().describe('Default private: only you can see it'),
    filter: Filter.describe('Conditions, as the filter of the list accepts them'),
    sort: line.nullable().optional().describe('Sort order, as the list accepts it'),
  }),
  output: SavedView,

  run(ctx, { resource, visibility = 'private', sort = null, ...rest }) {
    const view = rules.newView(ctx.actor, { ...rest, visibility, sort })
    checkView(ctx, resource, view)
    return views.insert(ctx, resource, view)
  },
})
