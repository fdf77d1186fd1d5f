import type { Context } from '#kernel/operation.ts'

export type Agent = { id: string; name: string; email: string; active: boolean }

/** Active agents, and those with these ids even if they have left, by name. */
export function listAgents({ sql, actor }: Context, ids: readonly string[]): Promise<Agent[]> {
  return sql<Agent>`
    select a.id, a.name, a.email, a.active
      from (select u.id, u.name, u.email, m.deactivated_at is null and u.disabled_at is null as active
              from memberships m join users u on u.id = m.user_id where m.account_id = ${actor.account.id}) a
     where a.active or a.id = any(${ids}::bigint[]) order by lower(a.name), a.id`
}
