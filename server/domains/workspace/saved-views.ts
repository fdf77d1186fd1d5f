import type { Filter } from '#contract/filters.ts'
import type { SavedView } from '#contract/records/automation.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

type Resource = SavedView['resource']

/** Shared views and the caller's private ones, in their manual order, then by name. */
export function list(ctx: Context, resource?: Resource): Promise<SavedView[]> {
  return select(
    ctx,
    part`
    ${resource === undefined ? emptyPart : part`and v.resource = ${resource}`}
     order by v.position nulls last, lower(v.name), v.id`,
  )
}

/** A view the caller may see; private views of others are not found. */
export async function get(ctx: Context, id: string, field = 'saved_view_id'): Promise<SavedView> {
  return (await select(ctx, part`and v.id = ${id}`))[0] ?? rejectMissing(id, field)
}

/** Like `get`, but locks the row until the transaction ends. */
export async function getLocked(ctx: Context, id: string): Promise<SavedView> {
  const [row] = await select(ctx, part`and v.id = ${id} for update of v`)
  return row ?? rejectMissing(id, 'saved_view_id')
}

/** The filter of a view, for a list that refers to it. */
export async function getFilter(ctx: Context, id: string, resource: Resource): Promise<Filter> {
  const view = await get(ctx, id, 'view_id')
  return view.resource === resource ? view.filter : rejectMissing(id, 'view_id')
}

function rejectMissing(id: string, field: string): never {
  return reject('not_found', `There is no saved view with id ${id}; see list_saved_views.`, field)
}

function select(ctx: Context, which: Part): Promise<SavedView[]> {
  return ctx.sql<SavedView>`
    ${rows} where v.account_id = ${ctx.actor.account.id} and (v.visibility = 'shared' or v.owner_id = ${ctx.actor.user_id}) ${which}`
}

export type Fields = Pick<SavedView, 'name' | 'visibility' | 'filter' | 'sort'> & { owner_id: string | null }

export async function insert(ctx: Context, resource: Resource, view: Fields): Promise<SavedView> {
  const [row] = await ctx.sql<{ id: string }>`
    insert into saved_views (account_id, name, resource, visibility, owner_id, filter, sort, created_at, updated_at)
    values (${ctx.actor.account.id}, ${view.name}, ${resource}, ${view.visibility}, ${view.owner_id}, ${view.filter}, ${view.sort},
            ${ctx.now}, ${ctx.now})
    returning id`
  return get(ctx, row!.id)
}

export async function update(ctx: Context, id: string, view: Fields): Promise<SavedView> {
  await ctx.sql`
    update saved_views set name = ${view.name}, visibility = ${view.visibility}, owner_id = ${view.owner_id},
           filter = ${view.filter}, sort = ${view.sort}, updated_at = ${ctx.now}
     where account_id = ${ctx.actor.account.id} and id = ${id}`
  return get(ctx, id)
}

export async function remove({ sql, actor }: Context, id: string): Promise<void> {
  await sql`delete from saved_views where account_id = ${actor.account.id} and id = ${id}`
}

/** The shared or the caller's private views of a list; each group has its own order. */
export function inSameList({ actor }: Context, resource: Resource, visibility: SavedView['visibility']): Part {
  const own = visibility === 'private' ? part`and owner_id = ${actor.user_id}` : emptyPart
  return part`and resource = ${resource} and visibility = ${visibility} ${own}`
}

const rows = part`
  select v.id, v.name, v.resource, v.visibility,
         case when u.id is not null then jsonb_build_object('id', u.id::text, 'name', u.name) end as owner,
         v.filter, v.sort, v.created_at, v.updated_at
    from saved_views v left join users u on u.id = v.owner_id`
