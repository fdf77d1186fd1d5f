import type { Activity, ActivityEntityType, EntityType } from '#contract/records/crm.ts'
import { human_activity_types } from '#contract/records/crm.ts'
import { joinParts, part, type Part } from '#db/sql.ts'
import { setColumns, notDeleted, appUrl } from '#domains/crm/records/columns.ts'
import { whereActivityVisible, whereContactActivityVisible } from '#domains/access/visibility.ts'
import type { Context } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'
import { countUpTo } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

export type Entity = { type: EntityType; id: string }
/** The record an activity belongs to. */
export type About = { type: ActivityEntityType; id: string }

/** Types of activities by people, as they are stored: `custom` stands for the types of the workspace. */
export const stored_human_types = [...human_activity_types, 'custom']

/** The column that names the record. */
export function columnOf(type: ActivityEntityType): Part {
  return { lead: part`lead_id`, opportunity: part`opportunity_id`, contact: part`contact_id` }[type]
}

/** The activity, if the caller may see it. */
export async function get(ctx: Context, id: string): Promise<Activity> {
  const row = await find(ctx, id)
  return (
    row ?? reject('not_found', `There is no activity ${id}; find activities with crm_list_activities.`, 'activity_id')
  )
}

export async function find(ctx: Context, id: string): Promise<Activity | undefined> {
  const [row] = await ctx.sql<Activity>`
    select ${columns(ctx)} from activities a ${joins} where a.account_id = ${ctx.actor.account.id} and a.id = ${id} ${visibleTo(ctx)}`
  return row
}

/** The activity, locked until the transaction ends. */
export async function getLocked(ctx: Context, id: string): Promise<Activity> {
  const [, activity] = await Promise.all([
    ctx.sql`select from activities where account_id = ${ctx.actor.account.id} and id = ${id} for no key update`,
    get(ctx, id),
  ])
  return activity
}

/** Activities that meet the conditions, in this order; one more than the limit. */
export function list(ctx: Context, conditions: Part, order: Part, limit: number): Promise<Activity[]> {
  return ctx.sql<Activity>`
    select ${columns(ctx)} from activities a ${joins} where a.account_id = ${ctx.actor.account.id} ${visibleTo(ctx)} ${conditions}
     order by ${order} limit ${limit + 1}`
}

/** The number of activities that meet the conditions, counted up to `most`. */
export function count(ctx: Context, conditions: Part, most: number): Promise<number> {
  const { id } = ctx.actor.account
  return countUpTo(ctx, part`activities a ${joins} where a.account_id = ${id} ${visibleTo(ctx)} ${conditions}`, most)
}

/** The latest activities of a lead or opportunity that the caller may see. */
export function listOf(ctx: Context, { type, id }: Entity, limit: number): Promise<Activity[]> {
  return ctx.sql<Activity>`
    select ${columns(ctx)} from activities a ${joins} where a.account_id = ${ctx.actor.account.id} and a.${columnOf(type)} = ${id}
     order by a.created_at desc, a.id desc limit ${limit}`
}

/** Activities of a contact and of its leads and opportunities. */
export function aboutContact({ actor }: Context, contact_id: string): Part {
  const of = (table: Part, column: Part) => part`
    select x.id from ${table} y join activities x on x.account_id = y.account_id and x.${column} = y.id
     where y.account_id = ${actor.account.id} and y.contact_id = ${contact_id}`
  const own = part`select x.id from activities x where x.account_id = ${actor.account.id} and x.contact_id = ${contact_id}`
  return part`and a.id in (${own} union all ${of(part`leads`, part`lead_id`)} union all ${of(part`opportunities`, part`opportunity_id`)})`
}

/** An activity is visible to its assignee and to those who see its record, unless the record is in the bin. */
function visibleTo({ actor }: Context): Part {
  const notInBin = part`${notDeleted(part`l`)} ${notDeleted(part`o`)}`
  if (actor.visibility === 'all') return notInBin
  const ofContact = whereContactActivityVisible(actor, part`a.assignee_id`, part`k`)
  const ofOthers = whereActivityVisible(actor, part`a.assignee_id`, part`coalesce(l.owner_id, o.owner_id)`)
  return part`${notInBin} and case when k.id is not null then (true ${ofContact}) else (true ${ofOthers}) end`
}

export type New = {
  type: string
  type_id?: string | null | undefined
  body?: string | null | undefined
  changes?: Activity['changes'] | undefined
  assignee_id?: string | null | undefined
  due_at?: Date | null | undefined
  duration_minutes?: number | null | undefined
}

/** Adds an activity to the timeline at the given moment and returns its id. */
export async function insert(ctx: Context, { type, id }: About, fresh: New, moment: Date): Promise<string> {
  const [row] = await ctx.sql<{ id: string }>`
    insert into activities (account_id, ${columnOf(type)}, type, type_id, body, changes, author, assignee_id, due_at, duration_minutes, remind_at, created_at, updated_at)
    values (${ctx.actor.account.id}, ${id}, ${fresh.type}, ${fresh.type_id ?? null}, ${fresh.body ?? null}, ${fresh.changes ?? null}, ${author(ctx.actor)},
            ${fresh.assignee_id ?? null}, ${fresh.due_at ?? null}, ${fresh.duration_minutes ?? null}, ${fresh.due_at ?? null}, ${moment}, ${moment})
    returning id`
  return row!.id
}

/** Adds a note or scheduled activity and emits its event. The caller has checked access to the record. */
export async function add(ctx: Context, about: About, fresh: New): Promise<Activity> {
  const id = await insert(ctx, about, fresh, ctx.now)
  await touch(ctx, about)
  const [activity] = await ctx.sql<Activity>`
    select ${columns(ctx)} from activities a ${joins} where a.account_id = ${ctx.actor.account.id} and a.id = ${id}`
  ctx.emit('activity.created', { activity: activity! })
  return activity!
}

export type Patch = Partial<{
  body: string | null
  assignee_id: string | null
  due_at: Date
  duration_minutes: number | null
  remind_at: Date | null
  completed_at: Date | null
  completed_by: Activity['completed_by']
}>

export async function update(ctx: Context, id: string, patch: Patch): Promise<Activity> {
  const [row] = await ctx.sql<Activity>`
    with a as (
      update activities set ${joinParts([...setColumns(patch), part`updated_at = ${ctx.now}`], ', ')}
       where account_id = ${ctx.actor.account.id} and id = ${id} returning *
    ) select ${columns(ctx)} from a ${joins}`
  return row!
}

/** Updates the last activity of the record; that of a contact is its last message. */
export async function touch(ctx: Context, { type, id }: About): Promise<void> {
  if (type === 'contact') return
  const table = type === 'lead' ? part`leads` : part`opportunities`
  await ctx.sql`
    update ${table} set last_activity_at = greatest(last_activity_at, ${ctx.now}::timestamptz)
     where account_id = ${ctx.actor.account.id} and id = ${id}`
}

/** Whether a person ever added an activity to the lead. */
export async function hasHumanActivity({ sql, actor }: Context, lead_id: string): Promise<boolean> {
  const rows = await sql`
    select from activities where account_id = ${actor.account.id} and lead_id = ${lead_id} and type = any(${stored_human_types}::text[]) limit 1`
  return rows.length > 0
}

/** Activities by people move on to the opportunity; recorded changes stay with the lead. */
export async function moveToOpportunity(
  { sql, actor }: Context,
  lead_id: string,
  opportunity_id: string,
): Promise<void> {
  await sql`
    update activities set lead_id = null, opportunity_id = ${opportunity_id}
     where account_id = ${actor.account.id} and lead_id = ${lead_id} and type = any(${stored_human_types}::text[])`
}

/** Moves the whole timeline of a duplicate to the record it is merged into. */
export async function moveAll({ sql, actor }: Context, type: EntityType, from: string, to: string): Promise<void> {
  await sql`
    update activities set ${columnOf(type)} = ${to} where account_id = ${actor.account.id} and ${columnOf(type)} = ${from}`
}

/** Reminds again of open activities that fell due while their record was in the bin. */
export async function resetReminders({ sql, actor }: Context, { type, id }: Entity, deleted_at: string): Promise<void> {
  await sql`
    update activities set remind_at = due_at
     where account_id = ${actor.account.id} and ${columnOf(type)} = ${id} and due_at > ${deleted_at} and completed_at is null`
}

/** Assigns an open activity to another agent or to nobody. If its record is in the bin, no event is emitted. */
export async function reassign(ctx: Context, id: string, assignee_id: string | null): Promise<void> {
  const before = await find(ctx, id)
  const activity = await update(ctx, id, { assignee_id })
  if (!before) return
  const changes = { assignee: { from: before.assignee, to: activity.assignee } }
  ctx.emit('activity.updated', { activity, changes })
}

/** Columns of an activity as the API returns it. */
function columns(ctx: Context): Part {
  const byEntity = (lead: Part, opportunity: Part, contact: Part) =>
    part`case when l.id is not null then ${lead} when o.id is not null then ${opportunity} else ${contact} end`
  const urls = byEntity(
    appUrl(ctx, 'leads', part`l.id`),
    appUrl(ctx, 'opportunities', part`o.id`),
    appUrl(ctx, 'contacts', part`k.id`),
  )
  return part`
    a.id, ${byEntity(part`'lead'`, part`'opportunity'`, part`'contact'`)} as entity_type, coalesce(l.id, o.id, k.id) as entity_id,
    jsonb_build_object('name', coalesce(l.name, o.name, k.name), 'url', ${urls},
      'owner', case when w.id is not null then jsonb_build_object('id', w.id::text, 'name', w.name) end) as entity,
    coalesce(t.name, a.type) as type, a.body, a.changes, a.author,
    case when u.id is not null then jsonb_build_object('id', u.id::text, 'name', u.name) end as assignee,
    a.due_at, a.duration_minutes, a.completed_at is not null as done, a.completed_at, a.completed_by, a.created_at, a.updated_at`
}

const joins = part`
  left join leads l on l.account_id = a.account_id and l.id = a.lead_id
  left join opportunities o on o.account_id = a.account_id and o.id = a.opportunity_id
  left join contacts k on k.account_id = a.account_id and k.id = a.contact_id
  left join activity_types t on t.account_id = a.account_id and t.id = a.type_id
  left join users w on w.id = coalesce(l.owner_id, o.owner_id)
  left join users u on u.id = a.assignee_id`
