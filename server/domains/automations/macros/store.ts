import type { Macro } from '#contract/records/automation.ts'
import { emptyPart, part, type Part, type Sql } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** Shared macros and the caller's private ones, in their manual order, then by name. */
export function list(ctx: Context): Promise<Macro[]> {
  return select(ctx, part`order by m.position nulls last, lower(m.name), m.id`)
}

/** A macro the caller may see; private macros of others are not found. */
export async function get(ctx: Context, id: string): Promise<Macro> {
  return (await select(ctx, part`and m.id = ${id}`))[0] ?? rejectMissing(id)
}

/** Like `get`, but locks the row until the transaction ends. */
export async function getLocked(ctx: Context, id: string): Promise<Macro> {
  return (await select(ctx, part`and m.id = ${id} for update of m`))[0] ?? rejectMissing(id)
}

function rejectMissing(id: string): never {
  return reject('not_found', `There is no macro ${id}; see list_macros.`, 'macro_id')
}

function select({ sql, actor }: Context, which: Part): Promise<Macro[]> {
  return sql<Macro>`
    ${rows} where m.account_id = ${actor.account.id} and (m.visibility = 'shared' or m.owner_id = ${actor.user_id}) ${which}`
}

/** Loads a macro for the subscriber that runs it, regardless of visibility. */
export async function find(sql: Sql, account_id: string, id: string): Promise<Macro | undefined> {
  const [row] = await sql<Macro>`${rows} where m.account_id = ${account_id} and m.id = ${id}`
  return row
}

export type Fields = Pick<Macro, 'name' | 'visibility' | 'actions'> & { owner_id: string | null }

export async function insert(ctx: Context, macro: Fields): Promise<Macro> {
  const [row] = await ctx.sql<{ id: string }>`
    insert into macros (account_id, name, visibility, owner_id, actions, created_at, updated_at)
    values (${ctx.actor.account.id}, ${macro.name}, ${macro.visibility}, ${macro.owner_id}, ${JSON.stringify(macro.actions)}::jsonb,
            ${ctx.now}, ${ctx.now})
    returning id`
  return get(ctx, row!.id)
}

export async function update(ctx: Context, id: string, macro: Fields): Promise<Macro> {
  await ctx.sql`
    update macros set name = ${macro.name}, visibility = ${macro.visibility}, owner_id = ${macro.owner_id},
           actions = ${JSON.stringify(macro.actions)}::jsonb, updated_at = ${ctx.now}
     where account_id = ${ctx.actor.account.id} and id = ${id}`
  return get(ctx, id)
}

export async function remove({ sql, actor }: Context, id: string): Promise<void> {
  await sql`delete from macros where account_id = ${actor.account.id} and id = ${id}`
}

/** The shared or the caller's private macros; each group has its own order. */
export function inSameList({ actor }: Context, visibility: Macro['visibility']): Part {
  const own = visibility === 'private' ? part`and owner_id = ${actor.user_id}` : emptyPart
  return part`and visibility = ${visibility} ${own}`
}

const rows = part`
  select m.id, m.name, m.visibility, case when u.id is not null then jsonb_build_object('id', u.id::text, 'name', u.name) end as owner,
         m.actions, m.created_at, m.updated_at
    from macros m left join users u on u.id = m.owner_id`
