import type { Team } from '#contract/records/people.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import { pick } from '#domains/workspace/pick.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** All teams with their members, in their manual order, then by name. */
export function list({ sql, actor }: Context): Promise<Team[]> {
  return sql<Team>`
    select ${columns} from teams t where t.account_id = ${actor.account.id} order by t.position nulls last, lower(t.name), t.id`
}

type TeamReference = { team?: string | undefined; team_id?: string | undefined }

/** Resolves a team by id or name. */
export async function get(ctx: Context, { team, team_id }: TeamReference): Promise<Team> {
  return pick(await list(ctx), { name: team, id: team_id }, kind)
}

/** Resolves several references, without duplicates; rejects unknown ones. */
export async function getAll(ctx: Context, teams: readonly string[], field = 'teams'): Promise<Team[]> {
  if (teams.length === 0) return []
  const all = await list(ctx)
  return [...new Set(teams.map((name) => pick(all, { name }, { ...kind, fields: [field, field] })))]
}

const kind = { what: 'team', fields: ['team', 'team_id'], names: (team: Team) => [team.name], hasParts: true } as const

/** Locks the team until the transaction ends. */
export async function getLocked(ctx: Context, id: string): Promise<Team> {
  return (await find(ctx, id, part`for update of t`)) ?? rejectMissing(id)
}

export async function find({ sql, actor }: Context, id: string, lock: Part = emptyPart): Promise<Team | undefined> {
  const [row] = await sql<Team>`
    select ${columns} from teams t where t.account_id = ${actor.account.id} and t.id = ${id} ${lock}`
  return row
}

function rejectMissing(id: string): never {
  return reject('not_found', `There is no team with id ${id}; find teams with list_teams.`, 'team_id')
}

export type Fields = Pick<Team, 'name' | 'description' | 'allow_auto_assign'>

export async function insert(ctx: Context, team: Fields, members: readonly { id: string }[]): Promise<Team> {
  const [row] = await ctx.sql<{ id: string }>`
    insert into teams (account_id, name, description, allow_auto_assign, created_at, updated_at)
    values (${ctx.actor.account.id}, ${team.name}, ${team.description}, ${team.allow_auto_assign}, ${ctx.now}, ${ctx.now}) returning id`
  for (const member of members) await addMember(ctx, row!.id, member.id)
  return (await find(ctx, row!.id))!
}

export async function update(ctx: Context, id: string, team: Fields): Promise<Team> {
  await ctx.sql`
    update teams set name = ${team.name}, description = ${team.description}, allow_auto_assign = ${team.allow_auto_assign},
           updated_at = ${ctx.now}
     where account_id = ${ctx.actor.account.id} and id = ${id}`
  return (await find(ctx, id))!
}

export async function remove({ sql, actor }: Context, id: string): Promise<void> {
  await sql`delete from teams where account_id = ${actor.account.id} and id = ${id}`
}

/** Adds an agent to the team. Returns false if they were already in it. */
export async function addMember({ sql, actor }: Context, team_id: string, user_id: string): Promise<boolean> {
  const rows = await sql`
    insert into team_members (account_id, team_id, user_id) values (${actor.account.id}, ${team_id}, ${user_id})
    on conflict do nothing returning user_id`
  return rows.length > 0
}

/** Removes an agent from the team. Returns false if they weren't in it. */
export async function removeMember({ sql, actor }: Context, team_id: string, user_id: string): Promise<boolean> {
  const rows = await sql`
    delete from team_members
     where account_id = ${actor.account.id} and team_id = ${team_id} and user_id = ${user_id} returning user_id`
  return rows.length > 0
}

/** Columns of a team record. Includes the members, so a list needs one statement. */
const columns = part`
  t.id, t.name, t.description, t.allow_auto_assign,
  (select coalesce(jsonb_agg(jsonb_build_object('id', u.id::text, 'name', u.name, 'email', u.email) order by lower(u.name), u.id), '[]')
     from team_members n join memberships m on m.account_id = n.account_id and m.user_id = n.user_id and m.deactivated_at is null
     join users u on u.id = n.user_id and u.disabled_at is null
    where n.account_id = t.account_id and n.team_id = t.id) as members,
  t.created_at, t.updated_at`
