import type { Words } from '#domains/reports/words.ts'
import type { Context } from '#kernel/operation.ts'

/** What everyone is called who is or was of the workspace, by id. */
export async function names({ sql, actor }: Context): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; name: string }>`
    select u.id, u.name from memberships m join users u on u.id = m.user_id where m.account_id = ${actor.account.id}`
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Whose something is, and how that is shown. */
export function whoseIs(id: string | null, known: ReadonlyMap<string, string>, words: Words) {
  const name = id === null ? undefined : known.get(id)
  return id === null || name === undefined ? { agent: null, name: words.unassigned } : { agent: { id, name }, name }
}
