import type { Agent } from '#contract/records/people.ts'
import { nothing, part, type Part } from '#db/sql.ts'
import { isOnline } from '#domains/access/presence.ts'
import { pick } from '#domains/workspace/reference.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** Everyone who answers customers in the workspace, by name. Who is disabled is not among them. */
export function list(ctx: Context): Promise<Agent[]> {
  return select(ctx, nothing)
}

type Wanted = { agent?: string | undefined; agent_id?: string | undefined }

/** The agent the caller means, by id, name or e-mail; `field` is what the caller named them in. */
export async function get(ctx: Context, { agent, agent_id }: Wanted, field = 'agent'): Promise<Agent> {
  return pick(await list(ctx), { name: agent, id: agent_id }, kind(field))
}

/** The agents meant by these, each of whom must exist, and each once. */
export async function getAll(ctx: Context, agents: readonly string[], field = 'members'): Promise<Agent[]> {
  if (agents.length === 0) return []
  const all = await list(ctx)
  return [...new Set(agents.map((name) => pick(all, { name }, kind(field))))]
}

function kind(field: string) {
  const hasId = field === 'agent' || field === 'owner'
  const fields = [field, hasId ? `${field}_id` : field] as const
  return { what: 'agent', fields, names: (row: Agent) => [row.name, row.email] }
}

/** What a member says of themselves, which is not always what counts: without a connection they may be away. */
export type Said = Pick<Agent, 'availability' | 'auto_offline' | 'capacity'>

/** The member, held until the transaction ends, so that nobody changes them in between. */
export async function getLocked({ sql, actor }: Context, id: string): Promise<Said> {
  const [row] = await sql<Said>`
    select m.availability, m.auto_offline, m.capacity from memberships m join users u on u.id = m.user_id
     where m.account_id = ${actor.account.id} and m.user_id = ${id} and u.disabled_at is null and m.deactivated_at is null for update of m`
  return row ?? reject('not_found', `There is no agent with id ${id}; find agents with list_agents.`, 'agent_id')
}

export async function update(ctx: Context, id: string, said: Said): Promise<Agent> {
  await ctx.sql`
    update memberships set availability = ${said.availability}, auto_offline = ${said.auto_offline}, capacity = ${said.capacity}
     where account_id = ${ctx.actor.account.id} and user_id = ${id}`
  return (await find(ctx, id))!
}

export async function find(ctx: Context, id: string): Promise<Agent | undefined> {
  const [row] = await select(ctx, part`and u.id = ${id}`)
  return row
}

/** Whoever would not count as online if they said so is away, whatever they say. */
function select({ sql, actor }: Context, which: Part): Promise<Agent[]> {
  return sql<Agent>`
    select u.id, u.name, u.email, m.role, m.auto_offline, m.capacity,
           case when ${isOnline(part`willing`)} then m.availability else 'offline' end as availability
      from memberships m join users u on u.id = m.user_id,
           lateral (select m.account_id, m.user_id, m.auto_offline, 'online' as availability) willing
     where m.account_id = ${actor.account.id} and u.disabled_at is null and m.deactivated_at is null ${which} order by lower(u.name), u.id`
}
