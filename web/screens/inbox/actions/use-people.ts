import type { Agent, Team } from '#contract/records/people.ts'
import { useRead } from '#web/query.ts'

const nobody: Agent[] = []
const none: Team[] = []

/** Who answers customers, and in which teams. */
export function usePeople() {
  const agents = useRead('list_agents', {}).data?.items ?? nobody
  const teams = useRead('list_teams', {}).data?.items ?? none
  return { agents, teams }
}
