import type { Agent, Team } from '#contract/records/people.ts'
import { useRead } from '#web/app/query.ts'

const noAgents: Agent[] = []
const noTeams: Team[] = []

/** The agents and teams of the workspace. */
export function usePeople() {
  const agents = useRead('list_agents', {}).data?.items ?? noAgents
  const teams = useRead('list_teams', {}).data?.items ?? noTeams
  return { agents, teams }
}
