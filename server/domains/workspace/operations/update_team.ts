import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { Team } from '#contract/records/people.ts'
import { id, line, text } from '#contract/scalars.ts'
import * as rules from '#domains/workspace/rules.ts'
import * as teams from '#domains/workspace/teams.ts'
import { operation } from '#kernel/operation.ts'

export const update_team = operation({
  summary: 'Update the name, description or automatic assignment of a team. Omitted fields stay unchanged.',
  rest: 'PATCH /teams/:team_id',
  permission: 'workspace:write',
  reader: 'conversations:read',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    team_id: id,
    name: line.optional(),
    description: text.nullable().optional(),
    allow_auto_assign: z.boolean().optional(),
  }),
  output: Team,

  async run(ctx, { team_id, ...patch }) {
    const before = await teams.getLocked(ctx, team_id)
    const after = rules.reviseTeam(before, patch)
    if (isDeepStrictEqual({ ...before, ...after }, before)) return before
    const team = await teams.update(ctx, team_id, after)
    ctx.emit('team.updated', { team })
    return team
  },
})
