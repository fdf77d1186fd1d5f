import { z } from 'zod'
import { Team } from '#contract/records/people.ts'
import { line } from '#contract/scalars.ts'
import * as agents from '#domains/workspace/agents.ts'
import * as teams from '#domains/workspace/teams.ts'
import { operation } from '#kernel/operation.ts'

export const remove_team_member = operation({
  summary: 'Take an agent out of a team. They stay in the workspace; when they are not in the team, nothing changes.',
  description: 'See list_teams for who is in which team. Returns the team with the members it still has.',
  rest: 'DELETE /teams/:team/members/:agent',
  permission: 'workspace:write',
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    team: line.describe('Name or id of the team'),
    agent: line.describe('Name, e-mail or id of the agent'),
  }),
  output: Team,

  async run(ctx, { team: which, agent: whom }) {
    const { id } = await teams.get(ctx, { team: which })
    const agent = await agents.get(ctx, { agent: whom })
    await teams.getLocked(ctx, id)
    const changed = await teams.removeMember(ctx, id, agent.id)
    // Read only now: another call may have changed the members while this one waited for the team.
    const team = await teams.get(ctx, { team_id: id })
    if (changed) ctx.emit('team.updated', { team })
    return team
  },
})
