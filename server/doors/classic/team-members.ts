import type { Agent } from '#contract/records/people.ts'
import { readIds } from '#doors/classic/request.ts'
import { type ClassicCall, type AddRoute, UPDATE } from '#doors/classic/route.ts'
import { classicAgent } from '#doors/classic/shapes/people.ts'
import { getTeam } from '#doors/classic/teams.ts'
import { reject } from '#kernel/problem.ts'

const PATH = '/teams/:team_id/team_members'

/** The members of a team. */
export function addTeamMemberRoutes(addRoute: AddRoute): void {
  addRoute('GET', PATH, async (call) => {
    const { members } = await getTeam(call)
    return show(
      call,
      members.map(({ id }) => id),
    )
  })

  addRoute('POST', PATH, async (call) => {
    const wanted = await readAgents(call)
    await change(call, wanted, [])
    return show(call, wanted)
  })

  addRoute(UPDATE, PATH, async (call) => {
    const wanted = await readAgents(call)
    const { members } = await getTeam(call)
    const others = members.map(({ id }) => id).filter((id) => !wanted.includes(id))
    await change(call, wanted, others)
    return show(call, wanted)
  })

  addRoute('DELETE', PATH, async (call) => change(call, [], await readAgents(call)))
}

/** The requested agents. Classic clients expect 401 for an unknown one. */
async function readAgents({ invoke, body }: ClassicCall): Promise<string[]> {
  const wanted = readIds(body.user_ids)
  const { items } = await invoke<{ items: Agent[] }>('list_agents')
  const unknown = wanted.length !== [body.user_ids ?? []].flat().length
  if (unknown || wanted.some((id) => items.every((agent) => agent.id !== id))) {
    reject('unauthenticated', 'Invalid User IDs')
  }
  return wanted
}

async function change(call: ClassicCall, added: string[], removed: string[]): Promise<void> {
  const { id: team } = await getTeam(call)
  for (const agent of added) await call.invoke('add_team_member', { team, agent })
  for (const agent of removed) await call.invoke('remove_team_member', { team, agent })
}

async function show({ invoke, account }: ClassicCall, ids: string[]) {
  const { items } = await invoke<{ items: Agent[] }>('list_agents')
  return items.filter(({ id }) => ids.includes(id)).map((agent) => classicAgent(account.id, agent))
}
