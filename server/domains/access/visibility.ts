import { nothing, part, type Part } from '#db/sql.ts'
import type { Actor } from '#kernel/operation.ts'

/** Which rows an actor may see, as one condition: all, their teams' and their own, or only their own. */
export function visible({ visibility, user_id, account }: Actor, owner: Part, team: Part): Part {
  if (visibility === 'all') return nothing
  if (visibility === 'own') return part`and ${owner} = ${user_id}`
  return part`and (${owner} = ${user_id} or ${team} in (
    select team_id from team_members where account_id = ${account.id} and user_id = ${user_id}))`
}

/** The same for what belongs to a person and to no team: one's own, and what one's team mates have. */
export function visibleByOwner({ visibility, user_id, account }: Actor, owner: Part): Part {
  if (visibility === 'all') return nothing
  if (visibility === 'own') return part`and ${owner} = ${user_id}`
  return part`and (${owner} = ${user_id} or ${owner} in (
    select mate.user_id from team_members mine join team_members mate on mate.account_id = mine.account_id and mate.team_id = mine.team_id
     where mine.account_id = ${account.id} and mine.user_id = ${user_id}))`
}
