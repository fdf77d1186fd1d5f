import { z } from 'zod'
import { Team } from '#contract/records/people.ts'
import { line, text } from '#contract/scalars.ts'
import * as agents from '#domains/workspace/agents.ts'
import { members } from '#domains/workspace/inputs.ts'
import * as rules from '#domains/workspace/rules.ts'
import * as teams from '#domains/workspace/teams.ts'
import { operation } from '#kernel/operation.ts'

export const create_team = operation({
  summary: 'Create a team of agents. Names are unique in the workspace, ignoring case.',
  description: 'See list_agents for possible members. Returns the team with its id and members.',
  rest: 'POST /teams',
  permission: 'workspace:write',
  reader: 'conversations:read',
  status: 201,
  audit: { without: [] },
  input: z.strictObject({
    name: line.describe('Name of the team'),
    description: text.optional().describe('Purpose of the team'),
    allow_auto_assign: z
      .boolean()
      .optional()
      .describe('Assign the team’s conversations to its members in turn. Default true.'),
    members: members.optional(),
  }),
  output: Team,

  async run(ctx, { members = [], ...fields }) {
    const people = await agents.getAll(ctx, members)
    const team = await teams.insert(ctx, rules.reviseTeam(rules.new_team, fields), people)
    ctx.emit('team.created', { team })
    return team
  },
})
