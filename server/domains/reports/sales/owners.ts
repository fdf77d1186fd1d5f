import type { Labels } from '#domains/reports/labels.ts'
import type { Context } from '#kernel/operation.ts'

/** Names of all current and former members, by id. */
export async function listNames({ sql, actor }: Context): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; name: string }>`
    select u.id, u.name from memberships m join users u on u.id = m.user_id where m.account_id = ${actor.account.id}`
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The owner with a display name. */
export function toOwner(id: string | null, known: ReadonlyMap<string, string>, labels: Labels) {
  const name = id === null ? undefined : known.get(id)
  return id === null || name === undefined ? { agent: null, name: labels.unassigned } : { agent: { id, name }, name }
}
