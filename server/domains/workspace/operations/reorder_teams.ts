import { z } from 'zod'
import { Team } from '#contract/records/people.ts'
import { page } from '#contract/scalars.ts'
import { ordered_ids, reorder } from '#domains/workspace/reorder.ts'
import * as teams from '#domains/workspace/teams.ts'
import { operation } from '#kernel/operation.ts'

export const reorder_teams = operation({
  summary: 'Reorder teams. Omitted ones follow; new ones come last, by name.',
  rest: 'PUT /teams/order',
  permission: 'workspace:write',
  reader: 'conversations:read',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({ ids: ordered_ids }),
  output: page(Team),

  async run(ctx, { ids }) {
    await reorder(ctx, 'teams', ids)
    return { items: await teams.list(ctx), next_cursor: null }
  },
})
