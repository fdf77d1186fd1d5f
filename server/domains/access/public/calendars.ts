import { type Permission, rightsOfUser, type UserRole } from '#contract/permissions.ts'
import type { Account } from '#contract/records/access.ts'
import type { Sql } from '#db/sql.ts'
import { digest } from '#domains/access/keys/api-key.ts'
import type { Actor } from '#kernel/operation.ts'

type Row = { account: Account; id: string; name: string; role: UserRole; visibility: Actor['visibility'] }

/** Finds the owner of a calendar feed, as an actor who may only read the CRM. Undefined once they left the workspace. */
export async function findCalendarOwner(sql: Sql, token: string): Promise<Actor | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined
  const [row] = await sql<Row>`
    select account_record(a) as account, u.id, u.name, m.role, m.visibility
      from calendar_feeds c
      join memberships m on m.account_id = c.account_id and m.user_id = c.user_id and m.deactivated_at is null
      join users u on u.id = c.user_id and u.disabled_at is null
      join accounts a on a.id = c.account_id
     where c.token_hash = ${digest(token)}`
  if (!row) return undefined
  const { account, id, name, role, visibility } = row
  const rights = [...rightsOfUser(role, false)].filter((each): each is Permission => each === 'crm:read')
  return { type: 'user', id, name, account, user_id: id, visibility, permissions: new Set(rights) }
}
