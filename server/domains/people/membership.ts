import type { Member } from '#contract/records/people.ts'
import * as teams from '#domains/workspace/teams.ts'
import type { Context } from '#kernel/operation.ts'

/** Makes the member belong to exactly these teams. */
export async function setTeams(
  ctx: Context,
  { id, teams: before }: Member,
  wanted: readonly { id: string }[],
): Promise<void> {
  const [had, has] = [new Set(before.map((team) => team.id)), new Set(wanted.map((team) => team.id))]
  const left = [...had].filter((team_id) => !has.has(team_id))
  const joined = [...has].filter((team_id) => !had.has(team_id))
  for (const team_id of left) await teams.removeMember(ctx, team_id, id)
  for (const team_id of joined) await teams.addMember(ctx, team_id, id)
  for (const team_id of [...left, ...joined]) ctx.emit('team.updated', { team: (await teams.find(ctx, team_id))! })
}
