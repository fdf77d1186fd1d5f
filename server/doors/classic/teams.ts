import type { Team } from '#contract/records/people.ts'
import { type Body, given, idOf, readBoolean, readText, unwrapped } from '#doors/classic/reading.ts'
import { type Asked, type Routes, UPDATE } from '#doors/classic/route.ts'
import { classicTeam } from '#doors/classic/shapes/people.ts'
import { reject } from '#kernel/problem.ts'

/** The teams of the workspace. */
export function openTeams(routes: Routes): void {
  routes('GET', '/teams', async ({ act, account }) => {
    const { items } = await act<{ items: Team[] }>('list_teams')
    return items.map((team) => classicTeam(account.id, team))
  })

  routes('POST', '/teams', async ({ act, account, body }) => {
    return classicTeam(account.id, await act<Team>('create_team', fieldsOf(unwrapped(body, 'team'))))
  })

  routes('GET', '/teams/:team_id', async (asked) => classicTeam(asked.account.id, await getTeam(asked)))

  routes(UPDATE, '/teams/:team_id', async ({ act, account, params, body }) => {
    const input = { team_id: idOf(params.team_id), ...fieldsOf(unwrapped(body, 'team')) }
    return classicTeam(account.id, await act<Team>('update_team', input))
  })

  routes('DELETE', '/teams/:team_id', async ({ act, params }) => {
    await act('delete_team', { team_id: idOf(params.team_id) })
  })
}

export async function getTeam({ act, params }: Asked): Promise<Team> {
  const { items } = await act<{ items: Team[] }>('list_teams')
  return items.find(({ id }) => id === params.team_id) ?? reject('not_found', 'There is no such team.')
}

function fieldsOf(body: Body): Body {
  return given({
    name: readText(body.name),
    description: readText(body.description),
    allow_auto_assign: readBoolean(body.allow_auto_assign),
  })
}
