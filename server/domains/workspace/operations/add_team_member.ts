import { z } from 'zod'
import { Team } from '#contract/records/people.ts'
import { line } from '#contract/scalars.ts'
import * as agents from '#domains/workspace/agents.ts'
import * as teams from '#domains/workspace/teams.ts'
import { operation } from '#kernel/operation.ts'

export const add_team_member = operation({
  summary: 'Add an agent to a team. No effect if they are already in it.',
  description: 'See list_teams and list_agents for names and ids. Returns the team with its members.',
  rest: 'POST /teams/:team/members',
  permission: 'workspace:write',
  reader: 'conversations:read',
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
    const changed = await teams.addMember(ctx, id, agent.id)
    // Read after the lock, because another call may have changed the members.
    const team = await teams.get(ctx, { team_id: id })
    if (changed) ctx.emit('team.updated', { team })
    return team
  },
})
