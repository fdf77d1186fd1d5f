import { z } from 'zod'
import { Team } from '#contract/records/people.ts'
import { id } from '#contract/scalars.ts'
import * as teams from '#domains/workspace/teams.ts'
import { operation } from '#kernel/operation.ts'

export const get_team = operation({
  summary: 'Get a team with its members.',
  rest: 'GET /teams/:team_id',
  permission: 'conversations:read',
  tool: false,
  input: z.strictObject({ team_id: id }),
  output: Team,

  run(ctx, input) {
    return teams.get(ctx, input)
  },
})
