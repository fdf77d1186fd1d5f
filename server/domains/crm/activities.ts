import type { Activity, EntityType } from '#contract/records/crm.ts'
import { human_activity_types } from '#contract/records/crm.ts'
import { joined, part, type Part } from '#db/sql.ts'
import { assigned, kept, url } from '#domains/crm/shape.ts'
import { visibleByOwner } from '#domains/access/visibility.ts'
import type { Context } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'
import { reject } from '#kernel/problem.ts'

export type Entity = { type: EntityType; id: string }

/** The column that names a lead or an opportunity. */
export function columnOf(type: EntityType): Part {
  return type === 'lead' ? part`lead_id` : part`opportunity_id`
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
    select ${columns(ctx)} from activities a ${joins} where a.account_id = ${ctx.actor.account.id} and a.id = ${id} ${seen(ctx)}`
  return row
}

/** The activity, held until the transaction ends. */
export async function getLocked(ctx: Context, id: string): Promise<Activity> {
  const [, activity] = await Promise.all([
    ctx.sql`select from activities where account_id = ${ctx.actor.account.id} and id = ${id} for no key update`,
    get(ctx, id),
  ])
  return activity
}

/** Activities that meet the conditions, in this order, and one more than asked for. */
export function list(ctx: Context, met: Part, order: Part, limit: number): Promise<Activity[]> {
  return ctx.sql<Activity>`
    select ${columns(ctx)} from activities a ${joins} where a.account_id = ${ctx.actor.account.id} ${seen(ctx)} ${met}
     order by ${order} limit ${limit + 1}`
}

/** The latest of a lead or opportunity the caller sees. */
export function listOf(ctx: Context, { type, id }: Entity, limit: number): Promise<Activity[]> {
  return ctx.sql<Activity>`
    select ${columns(ctx)} from activities a ${joins} where a.account_id = ${ctx.actor.account.id} and a.${columnOf(type)} = ${id}
     order by a.created_at desc, a.id desc limit ${limit}`
}

/** Those about what a contact may buy. */
export function ofContact({ actor }: Context, contact_id: string): Part {
  const of = (table: Part, column: Part) => part`
    select x.id from ${table} y join activities x on x.account_id = y.account_id and x.${column} = y.id
     where y.account_id = ${actor.account.id} and y.contact_id = ${contact_id}`
  return part`and a.id in (${of(part`leads`, part`lead_id`)} union all ${of(part`opportunities`, part`opportunity_id`)})`
}

/** What is about somebody else's record is seen by who sees that record, and by who is to do it; by nobody while that is in the bin. */
function seen({ actor }: Context): Part {
  const about = part`${kept(part`l`)} ${kept(part`o`)}`
  if (actor.visibility === 'all') return about
  const owned = visibleByOwner(actor, part`coalesce(l.owner_id, o.owner_id)`)
  return part`${about} and (a.assignee_id = ${actor.user_id} or (true ${owned}))`
}

export type New = Pick<Activity, 'type'> & {
  body?: string | null | undefined
  changes?: Activity['changes'] | undefined
  assignee_id?: string | null | undefined
  due_at?: Date | null | undefined
}

/** Puts it on the timeline, at this moment. Answers its id. */
export async function insert(ctx: Context, { type, id }: Entity, fresh: New, moment: Date): Promise<string> {
  const [row] = await ctx.sql<{ id: string }>`
    insert into activities (account_id, ${columnOf(type)}, type, body, changes, author, assignee_id, due_at, remind_at, created_at, updated_at)
    values (${ctx.actor.account.id}, ${id}, ${fresh.type}, ${fresh.body ?? null}, ${fresh.changes ?? null}, ${author(ctx.actor)},
            ${fresh.assignee_id ?? null}, ${fresh.due_at ?? null}, ${fresh.due_at ?? null}, ${moment}, ${moment})
    returning id`
  return row!.id
}

/** What a person noted or planned, told to whoever listens. The record it is about has been seen to. */
export async function add(ctx: Context, entity: Entity, fresh: New): Promise<Activity> {
  const id = await insert(ctx, entity, fresh, ctx.now)
  await touch(ctx, entity)
  const [activity] = await ctx.sql<Activity>`
    select ${columns(ctx)} from activities a ${joins} where a.account_id = ${ctx.actor.account.id} and a.id = ${id}`
  ctx.emit('activity.created', { activity: activity! })
  return activity!
}

export type Patch = Partial<{
  body: string | null
  assignee_id: string | null
  due_at: Date
  remind_at: Date | null
  completed_at: Date
  completed_by: Activity['completed_by']
}>

export async function update(ctx: Context, id: string, patch: Patch): Promise<Activity> {
  const [row] = await ctx.sql<Activity>`
    with a as (
      update activities set ${joined([...assigned(patch), part`updated_at = ${ctx.now}`], ', ')}
       where account_id = ${ctx.actor.account.id} and id = ${id} returning *
    ) select ${columns(ctx)} from a ${joins}`
  return row!
}

/** Somebody did something about it. */
export async function touch(ctx: Context, { type, id }: Entity): Promise<void> {
  const table = type === 'lead' ? part`leads` : part`opportunities`
  await ctx.sql`
    update ${table} set last_activity_at = greatest(last_activity_at, ${ctx.now}::timestamptz)
     where account_id = ${ctx.actor.account.id} and id = ${id}`
}

/** Whether a person ever did anything about the lead. */
export async function anyHuman({ sql, actor }: Context, lead_id: string): Promise<boolean> {
  const rows = await sql`
    select from activities where account_id = ${actor.account.id} and lead_id = ${lead_id} and type = any(${human_activity_types}::text[]) limit 1`
  return rows.length > 0
}

/** What people did about a lead goes on with its opportunity; what merely changed stays. */
export async function carryOver({ sql, actor }: Context, lead_id: string, opportunity_id: string): Promise<void> {
  await sql`
    update activities set lead_id = null, opportunity_id = ${opportunity_id}
     where account_id = ${actor.account.id} and lead_id = ${lead_id} and type = any(${human_activity_types}::text[])`
}

/** The whole timeline of a duplicate goes on with the record it was merged into. */
export async function moveAll({ sql, actor }: Context, type: EntityType, from: string, to: string): Promise<void> {
  await sql`
    update activities set ${columnOf(type)} = ${to} where account_id = ${actor.account.id} and ${columnOf(type)} = ${from}`
}

/** What fell due in the bin, or is still to, is said now that its record is back. */
export async function remindAgain({ sql, actor }: Context, { type, id }: Entity, deleted_at: string): Promise<void> {
  await sql`
    update activities set remind_at = due_at
     where account_id = ${actor.account.id} and ${columnOf(type)} = ${id} and due_at > ${deleted_at} and completed_at is null`
}

/** Gives something that is still to be done to somebody else, or to nobody. What is in the bin changes hands in silence. */
export async function handTo(ctx: Context, id: string, assignee_id: string | null): Promise<void> {
  const before = await find(ctx, id)
  const activity = await update(ctx, id, { assignee_id })
  if (!before) return
  const changes = { assignee: { from: before.assignee, to: activity.assignee } }
  ctx.emit('activity.updated', { activity, changes })
}

/** What an activity is, as it travels. */
function columns(ctx: Context): Part {
  const urls = part`case when l.id is not null then ${url(ctx, 'leads', part`l.id`)} else ${url(ctx, 'opportunities', part`o.id`)} end`
  return part`
    a.id, case when l.id is not null then 'lead' else 'opportunity' end as entity_type, coalesce(l.id, o.id) as entity_id,
    jsonb_build_object('name', coalesce(l.name, o.name), 'url', ${urls},
      'owner', case when w.id is not null then jsonb_build_object('id', w.id::text, 'name', w.name) end) as entity,
    a.type, a.body, a.changes, a.author,
    case when u.id is not null then jsonb_build_object('id', u.id::text, 'name', u.name) end as assignee,
    a.due_at, a.completed_at is not null as done, a.completed_at, a.completed_by, a.created_at, a.updated_at`
}

const joins = part`
  left join leads l on l.account_id = a.account_id and l.id = a.lead_id
  left join opportunities o on o.account_id = a.account_id and o.id = a.opportunity_id
  left join users w on w.id = coalesce(l.owner_id, o.owner_id)
  left join users u on u.id = a.assignee_id`
