import type { Team } from '#contract/records/people.ts'
import { type Body, pickDefined, requireId, readBoolean, readText, unwrap } from '#doors/classic/request.ts'
import { type ClassicCall, type AddRoute, UPDATE } from '#doors/classic/route.ts'
import { classicTeam } from '#doors/classic/shapes/people.ts'
import { reject } from '#kernel/problem.ts'

/** The teams of the workspace. */
export function addTeamRoutes(addRoute: AddRoute): void {
  addRoute('GET', '/teams', async ({ invoke, account }) => {
    const { items } = await invoke<{ items: Team[] }>('list_teams')
    return items.map((team) => classicTeam(account.id, team))
  })

  addRoute('POST', '/teams', async ({ invoke, account, body }) => {
    return classicTeam(account.id, await invoke<Team>('create_team', fieldsOf(unwrap(body, 'team'))))
  })

  addRoute('GET', '/teams/:team_id', async (call) => classicTeam(call.account.id, await getTeam(call)))

  addRoute(UPDATE, '/teams/:team_id', async ({ invoke, account, params, body }) => {
    const input = { team_id: requireId(params.team_id), ...fieldsOf(unwrap(body, 'team')) }
    return classicTeam(account.id, await invoke<Team>('update_team', input))
  })

  addRoute('DELETE', '/teams/:team_id', async ({ invoke, params }) => {
    await invoke('delete_team', { team_id: requireId(params.team_id) })
  })
}

export async function getTeam({ invoke, params }: ClassicCall): Promise<Team> {
  const { items } = await invoke<{ items: Team[] }>('list_teams')
  return items.find(({ id }) => id === params.team_id) ?? reject('not_found', 'There is no such team.')
}

function fieldsOf(body: Body): Body {
  return pickDefined({
    name: readText(body.name),
    description: readText(body.description),
    allow_auto_assign: readBoolean(body.allow_auto_assign),
  })
}
