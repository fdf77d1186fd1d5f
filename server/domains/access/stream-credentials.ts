import { type KeyRole, type Permission, rightsOfKey, rightsOfUser, type UserRole } from '#contract/permissions.ts'
import type { Account } from '#contract/records/access.ts'
import type { Sql } from '#db/sql.ts'
import type { Actor } from '#kernel/operation.ts'

/** The credential a stream was opened with: an API key or a session. */
export type Credential = { account_id: string; user_id: string } & ({ key_id: string } | { session: Buffer })

/** The rights that decide which events a stream receives. */
export type StreamRights = {
  user_id: string
  permissions: ReadonlySet<Permission>
  visibility: Actor['visibility']
  contacts_visibility: Account['contacts_visibility']
  teams: ReadonlySet<string>
  /** Everyone who shares a team with the user, including the user. */
  teammates: ReadonlySet<string>
  /** Equal for equal rights; a change means the stream must reset. */
  fingerprint: string
}

type Row = {
  place: number
  key_role: KeyRole | null
  scopes: string[] | null
  role: UserRole
  super_administrator: boolean
  visibility: Actor['visibility']
  contacts_visibility: Account['contacts_visibility']
  teams: string[]
  teammates: string[]
}

/** Current rights of each credential, in the same order, in one statement. Undefined for a revoked credential. */
export async function readStreamRights(
  sql: Sql,
  credentials: readonly Credential[],
): Promise<(StreamRights | undefined)[]> {
  const rows = await sql<Row>`
    select given.place::int as place, k.role as key_role, k.scopes, m.role, u.super_administrator, m.visibility, a.contacts_visibility,
           array(select t.team_id::text from team_members t
                  where t.account_id = m.account_id and t.user_id = m.user_id order by t.team_id) as teams,
           array(select distinct mate.user_id::text from team_members t
                   join team_members mate on mate.account_id = t.account_id and mate.team_id = t.team_id
                  where m.visibility = 'team' and t.account_id = m.account_id and t.user_id = m.user_id order by 1) as teammates
      from unnest(${credentials.map((each) => each.account_id)}::bigint[],
                  ${credentials.map((each) => each.user_id)}::bigint[],
                  ${credentials.map((each) => ('key_id' in each ? each.key_id : null))}::bigint[],
                  ${credentials.map((each) => ('session' in each ? each.session : null))}::bytea[])
           with ordinality as given (account_id, user_id, key_id, session, place)
      join users u on u.id = given.user_id and u.disabled_at is null
      join accounts a on a.id = given.account_id
      join memberships m on m.account_id = given.account_id and m.user_id = given.user_id and m.deactivated_at is null
      left join api_keys k on k.id = given.key_id and k.account_id = given.account_id and k.user_id = given.user_id
                          and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
      left join sessions s on s.hash = given.session and s.user_id = given.user_id and s.expires_at > now()
     where k.id is not null or s.hash is not null`
  const found = new Map(rows.map((row) => [row.place, row]))
  return credentials.map(({ user_id }, i) => toStreamRights(user_id, found.get(i + 1)))
}

function toStreamRights(user_id: string, row: Row | undefined): StreamRights | undefined {
  if (!row) return undefined
  const { key_role, scopes, role, super_administrator, visibility, contacts_visibility, teams, teammates } = row
  const user = rightsOfUser(role, super_administrator)
  const permissions = key_role ? rightsOfKey(key_role, scopes ?? [], user) : user
  const fingerprint = JSON.stringify([[...permissions].sort(), visibility, contacts_visibility, teams, teammates])
  return {
    user_id,
    permissions,
    visibility,
    contacts_visibility,
    teams: new Set(teams),
    teammates: new Set(teammates),
    fingerprint,
  }
}
