import { z } from 'zod'
import { Team } from '#contract/records/people.ts'
import { line } from '#contract/scalars.ts'
import * as agents from '#domains/workspace/agents.ts'
import * as teams from '#domains/workspace/teams.ts'
import { operation } from '#kernel/operation.ts'

export const remove_team_member = operation({
  summary: 'Remove an agent from a team. They stay in the workspace. No effect if they are not in the team.',
  description: 'See list_teams for the members of each team. Returns the team with its remaining members.',
  rest: 'DELETE /teams/:team/members/:agent',
  permission: 'workspace:write',
  reader: 'conversations:read',
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    team: line.describe('Name or id of the team'),
    agent: line.describe('Name, e-mail or id of the agent'),
  }),
  output: Team,

  async run(ctx, { team: teamName, agent: agentName }) {
    const { id } = await teams.get(ctx, { team: teamName })
    const agent = await agents.get(ctx, { agent: agentName })
    await teams.getLocked(ctx, id)
    const changed = await teams.removeMember(ctx, id, agent.id)
    // Read after the lock, because another call may have changed the members.
    const team = await teams.get(ctx, { team_id: id })
    if (changed) ctx.emit('team.updated', { team })
    return team
  },
})
