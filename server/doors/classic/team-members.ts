import type { Agent } from '#contract/records/people.ts'
import { readIds } from '#doors/classic/reading.ts'
import { type Asked, type Routes, UPDATE } from '#doors/classic/route.ts'
import { classicAgent } from '#doors/classic/shapes/people.ts'
import { getTeam } from '#doors/classic/teams.ts'
import { reject } from '#kernel/problem.ts'

const PATH = '/teams/:team_id/team_members'

/** Who is in a team. */
export function openTeamMembers(routes: Routes): void {
  routes('GET', PATH, async (asked) => {
    const { members } = await getTeam(asked)
    return show(
      asked,
      members.map(({ id }) => id),
    )
  })

  routes('POST', PATH, async (asked) => {
    const wanted = await readAgents(asked)
    await change(asked, wanted, [])
    return show(asked, wanted)
  })

  routes(UPDATE, PATH, async (asked) => {
    const wanted = await readAgents(asked)
    const { members } = await getTeam(asked)
    const others = members.map(({ id }) => id).filter((id) => !wanted.includes(id))
    await change(asked, wanted, others)
    return show(asked, wanted)
  })

  routes('DELETE', PATH, async (asked) => change(asked, [], await readAgents(asked)))
}

/** The agents named. Classic clients are told of a wrong one as of a wrong token. */
async function readAgents({ act, body }: Asked): Promise<string[]> {
  const wanted = readIds(body.user_ids)
  const { items } = await act<{ items: Agent[] }>('list_agents')
  const unknown = wanted.length !== [body.user_ids ?? []].flat().length
  if (unknown || wanted.some((id) => items.every((agent) => agent.id !== id))) {
    reject('unauthenticated', 'Invalid User IDs')
  }
  return wanted
}

async function change(asked: Asked, added: string[], removed: string[]): Promise<void> {
  const { id: team } = await getTeam(asked)
  for (const agent of added) await asked.act('add_team_member', { team, agent })
  for (const agent of removed) await asked.act('remove_team_member', { team, agent })
}

async function show({ act, account }: Asked, ids: string[]) {
  const { items } = await act<{ items: Agent[] }>('list_agents')
  return items.filter(({ id }) => ids.includes(id)).map((agent) => classicAgent(account.id, agent))
}
