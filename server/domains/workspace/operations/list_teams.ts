import { z } from 'zod'
import { Team } from '#contract/records/people.ts'
import { page } from '#contract/scalars.ts'
import * as teams from '#domains/workspace/teams.ts'
import { operation } from '#kernel/operation.ts'

export const list_teams = operation({
  summary: 'List teams by name, with their members.',
  rest: 'GET /teams',
  permission: 'conversations:read',
  input: z.strictObject({}),
  output: page(Team),

  async run(ctx) {
    return { items: await teams.list(ctx), next_cursor: null }
  },
})
