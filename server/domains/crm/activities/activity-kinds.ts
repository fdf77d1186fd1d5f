import type { ActivityType } from '#contract/records/activity-kind.ts'
import { joinParts, part } from '#db/sql.ts'
import { setColumns } from '#domains/crm/records/columns.ts'
import { fold } from '#kernel/filters/reference.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import { checkTypeName } from './rules.ts'

/** The workspace's own types of activities, in their order. */
export function list({ sql, actor }: Context): Promise<ActivityType[]> {
  return sql<ActivityType>`
    select ${columns} from activity_types t where t.account_id = ${actor.account.id}
     order by t.position nulls last, lower(t.name), t.id`
}

export async function getLocked({ sql, actor }: Context, id: string): Promise<ActivityType> {
  const [row] = await sql<ActivityType>`
    select ${columns} from activity_types t where t.account_id = ${actor.account.id} and t.id = ${id} for update of t`
  return row ?? reject('not_found', `There is no activity type ${id}; see list_activity_types.`, 'activity_type_id')
}

type Fields = Pick<ActivityType, 'name' | 'icon' | 'duration_minutes'>

export async function insert({ sql, actor, now }: Context, { name, icon, duration_minutes }: Fields) {
  const [row] = await sql<ActivityType>`
    with t as (
      insert into activity_types (account_id, name, icon, duration_minutes, created_at, updated_at)
      values (${actor.account.id}, ${checkTypeName(name)}, ${icon}, ${duration_minutes}, ${now}, ${now}) returning *)
    select ${columns} from t`
  return row!
}

type Patch = Partial<Fields & { archived_at: Date | null }>

export async function update({ sql, actor, now }: Context, id: string, patch: Patch): Promise<ActivityType> {
  const [row] = await sql<ActivityType>`
    with t as (
      update activity_types set ${joinParts([...setColumns(patch), part`updated_at = ${now}`], ', ')}
       where account_id = ${actor.account.id} and id = ${id} returning *)
    select ${columns} from t`
  return row!
}

export async function remove({ sql, actor }: Context, id: string): Promise<void> {
  await sql`delete from activity_types where account_id = ${actor.account.id} and id = ${id}`
}

/** How an activity stores its type: a built-in name, or `custom` with the id of a type of the workspace. */
export type StoredType = { type: string; type_id: string | null; duration_minutes: number | null }

/** The type a caller means: a built-in one by its name, or a type of the workspace by name or id. */
export async function resolve(
  ctx: Context,
  wanted: string,
  { builtIn, field = 'type', withArchived = false }: Choice,
): Promise<StoredType> {
  const name = wanted.trim().toLowerCase()
  if (builtIn.includes(name)) return { type: name, type_id: null, duration_minutes: null }
  const own = (await list(ctx)).filter(({ archived }) => withArchived || !archived)
  const found =
    own.find((each) => each.name.toLowerCase() === name) ??
    own.find((each) => fold(each.name) === fold(wanted)) ??
    own.find(({ id }) => id === name)
  if (found) return { type: 'custom', type_id: found.id, duration_minutes: found.duration_minutes }
  const valid = [...builtIn, ...own.map((each) => each.name)].join(', ')
  return reject('invalid_value', `"${wanted}" is not a type of activity; use one of: ${valid}.`, field)
}

type Choice = { builtIn: readonly string[]; field?: string; withArchived?: boolean }

const columns = part`
  t.id, t.name, t.icon, t.duration_minutes, t.archived_at is not null as archived, t.created_at, t.updated_at,
  exists (select from activities a where a.account_id = t.account_id and a.type_id = t.id) as in_use`
