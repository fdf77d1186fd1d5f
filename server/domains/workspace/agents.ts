import type { Agent } from '#contract/records/people.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import { isOnline } from '#domains/access/presence.ts'
import { pick } from '#domains/workspace/pick.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** All active agents, by name. */
export function list(ctx: Context): Promise<Agent[]> {
  return select(ctx, emptyPart)
}

type AgentReference = { agent?: string | undefined; agent_id?: string | undefined }

/** Resolves a reference by id, name, part of a name, e-mail or `me`; `field` is the input field that errors point at. */
export async function get(ctx: Context, { agent, agent_id }: AgentReference, field = 'agent'): Promise<Agent> {
  return choose(ctx, await list(ctx), { agent, agent_id }, field)
}

/** The same among these agents. */
export function choose(
  ctx: Context,
  all: readonly Agent[],
  { agent, agent_id }: AgentReference,
  field = 'agent',
): Agent {
  return pick(all, { name: nameOf(ctx, agent), id: agent_id }, kind(field))
}

/** Resolves several references, without duplicates; rejects unknown ones. */
export async function getAll(ctx: Context, agents: readonly string[], field = 'members'): Promise<Agent[]> {
  if (agents.length === 0) return []
  const all = await list(ctx)
  return [...new Set(agents.map((name) => pick(all, { name: nameOf(ctx, name) }, kind(field))))]
}

/** Resolves a reference like `get`, also to a former member: their records remain. */
export async function getMember(ctx: Context, agent: string, field = 'agent'): Promise<{ id: string; name: string }> {
  const members = await ctx.sql<{ id: string; name: string; email: string }>`
    select u.id, u.name, u.email from memberships m join users u on u.id = m.user_id
     where m.account_id = ${ctx.actor.account.id} order by m.deactivated_at is not null, lower(u.name), u.id`
  return pick(members, { name: nameOf(ctx, agent) }, kind(field))
}

/** `me` is the person behind the call. */
function nameOf({ actor }: Context, name: string | undefined): string | undefined {
  const isMe = name !== undefined && /^\s*(me|yo)\s*$/i.test(name)
  return isMe ? (actor.user_id ?? name) : name
}

function kind(field: string) {
  const hasId = field === 'agent' || field === 'owner'
  const fields = [field, hasId ? `${field}_id` : field] as const
  return { what: 'agent', fields, names: (row: Pick<Agent, 'name' | 'email'>) => [row.name, row.email], hasParts: true }
}

/** The stored settings of an agent. The effective availability also depends on their connection. */
export type AgentSettings = Pick<Agent, 'availability' | 'auto_offline' | 'capacity'> & {
  /** When they count as online again; null: when they say so. */
  availability_until: string | null
}

/** Locks the agent's membership until the transaction ends. */
export async function getLocked({ sql, actor }: Context, id: string): Promise<AgentSettings> {
  const [row] = await sql<AgentSettings>`
    select m.availability, m.availability_until, m.auto_offline, m.capacity from memberships m join users u on u.id = m.user_id
     where m.account_id = ${actor.account.id} and m.user_id = ${id} and u.disabled_at is null and m.deactivated_at is null for update of m`
  return row ?? reject('not_found', `There is no agent with id ${id}; find agents with list_agents.`, 'agent_id')
}

export async function update(ctx: Context, id: string, settings: AgentSettings): Promise<Agent> {
  await ctx.sql`
    update memberships set availability = ${settings.availability}, availability_until = ${settings.availability_until}, auto_offline = ${settings.auto_offline}, capacity = ${settings.capacity}
     where account_id = ${ctx.actor.account.id} and user_id = ${id}`
  return (await find(ctx, id))!
}

export async function find(ctx: Context, id: string): Promise<Agent | undefined> {
  const [row] = await select(ctx, part`and u.id = ${id}`)
  return row
}

/** An agent who could not be online right now is shown as offline, whatever their setting. */
function select({ sql, actor }: Context, which: Part): Promise<Agent[]> {
  return sql<Agent>`
    select u.id, u.name, u.email, m.role, m.auto_offline, m.capacity,
           case when ${isOnline(part`available`)} then case when m.availability_until <= now() then 'online' else m.availability end
                else 'offline' end as availability,
           case when m.availability <> 'online' and m.availability_until > now() then m.availability_until end as availability_until
      from memberships m join users u on u.id = m.user_id,
           lateral (select m.account_id, m.user_id, m.auto_offline, 'online' as availability, null::timestamptz as availability_until) available
     where m.account_id = ${actor.account.id} and u.disabled_at is null and m.deactivated_at is null ${which} order by lower(u.name), u.id`
}
