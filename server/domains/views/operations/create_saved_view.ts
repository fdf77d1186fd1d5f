import { z } from 'zod'
import { Filter } from '#contract/filters.ts'
import { SavedView, view_resources, visibilities } from '#contract/records/automation.ts'
import { line } from '#contract/scalars.ts'
import { check } from '#domains/views/resources.ts'
import * as rules from '#domains/views/rules.ts'
import * as views from '#domains/workspace/saved-views.ts'
import { operation } from '#kernel/operation.ts'

export const create_saved_view = operation({
  summary: 'Save a filter under a name, for oneself or for everybody. Sharing it needs workspace:write.',
  rest: 'POST /saved-views',
  permission: 'conversations:write',
  tool: false,
  status: 201,
  audit: { without: [] },
  input: z.strictObject({
    name: line,
    resource: z.enum(view_resources).describe('The list it belongs to'),
    visibility: z.enum(visibilities).optional().describe('Default private: only you see it'),
    filter: Filter.describe('Conditions over the fields of the list, as its filter takes them'),
    sort: line.nullable().optional().describe('An order of the list, as its sort takes it'),
  }),
  output: SavedView,

  run(ctx, { resource, visibility = 'private', sort = null, ...rest }) {
    const view = rules.newView(ctx.actor, { ...rest, visibility, sort })
    check(ctx, resource, view)
    return views.insert(ctx, resource, view)
  },
})
