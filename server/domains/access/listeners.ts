import { type KeyRole, type Permission, rightsOfKey, rightsOfUser, type UserRole } from '#contract/permissions.ts'
import type { Sql } from '#db/sql.ts'
import type { Actor } from '#kernel/operation.ts'

/** How someone who listens has come in: with a key, or with a session of their own. */
export type Credential = { account_id: string; user_id: string } & ({ key_id: string } | { session: Buffer })

/** What they may hear. */
export type Standing = {
  user_id: string
  permissions: ReadonlySet<Permission>
  visibility: Actor['visibility']
  teams: ReadonlySet<string>
  /** Who is in a team with them, and they themselves when they are in one. */
  teammates: ReadonlySet<string>
  /** Two standings with the same rights have the same text. */
  rights: string
}

type Row = {
  place: number
  key_role: KeyRole | null
  scopes: string[] | null
  role: UserRole
  super_administrator: boolean
  visibility: Actor['visibility']
  teams: string[]
  teammates: string[]
}

/** What each of them may hear now, in the same order; undefined for who may no longer listen. One statement for all. */
export async function readStandings(sql: Sql, credentials: readonly Credential[]): Promise<(Standing | undefined)[]> {
  const rows = await sql<Row>`
    select asked.place::int as place, k.role as key_role, k.scopes, m.role, u.super_administrator, m.visibility,
           array(select t.team_id::text from team_members t
                  where t.account_id = m.account_id and t.user_id = m.user_id order by t.team_id) as teams,
           array(select distinct mate.user_id::text from team_members t
                   join team_members mate on mate.account_id = t.account_id and mate.team_id = t.team_id
                  where m.visibility = 'team' and t.account_id = m.account_id and t.user_id = m.user_id order by 1) as teammates
      from unnest(${credentials.map((each) => each.account_id)}::bigint[],
                  ${credentials.map((each) => each.user_id)}::bigint[],
                  ${credentials.map((each) => ('key_id' in each ? each.key_id : null))}::bigint[],
                  ${credentials.map((each) => ('session' in each ? each.session : null))}::bytea[])
           with ordinality as asked (account_id, user_id, key_id, session, place)
      join users u on u.id = asked.user_id and u.disabled_at is null
      join memberships m on m.account_id = asked.account_id and m.user_id = asked.user_id and m.deactivated_at is null
      left join api_keys k on k.id = asked.key_id and k.account_id = asked.account_id and k.user_id = asked.user_id
                          and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
      left join sessions s on s.hash = asked.session and s.user_id = asked.user_id and s.expires_at > now()
     where k.id is not null or s.hash is not null`
  const found = new Map(rows.map((row) => [row.place, row]))
  return credentials.map(({ user_id }, i) => standing(user_id, found.get(i + 1)))
}

function standing(user_id: string, row: Row | undefined): Standing | undefined {
  if (!row) return undefined
  const { key_role, scopes, role, super_administrator, visibility, teams, teammates } = row
  const user = rightsOfUser(role, super_administrator)
  const permissions = key_role ? rightsOfKey(key_role, scopes ?? [], user) : user
  const rights = JSON.stringify([[...permissions].sort(), visibility, teams, teammates])
  return { user_id, permissions, visibility, teams: new Set(teams), teammates: new Set(teammates), rights }
}
