import type { CustomAttribute } from '#contract/records/workspace.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import { conform as conformTo, type AttributeSchema, type AttributeValues } from './rules.ts'
import type { Definition } from '#domains/workspace/rules.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** All definitions, grouped by model, in their manual order, then by name. */
export function list({ sql, actor }: Context): Promise<CustomAttribute[]> {
  return sql<CustomAttribute>`
    select ${columns} from custom_attribute_definitions
     where account_id = ${actor.account.id} order by model, position nulls last, lower(display_name), id`
}

type Model = CustomAttribute['model']

/** The attributes defined for one kind of record. */
export function definitions({ sql, actor }: Context, model: Model): Promise<AttributeSchema[]> {
  return sql<AttributeSchema>`
    select key, type, values from custom_attribute_definitions where account_id = ${actor.account.id} and model = ${model}`
}

/** Validates values against their definitions; skips the query when there are none. */
export async function conform<S extends AttributeValues>(ctx: Context, model: Model, values: S): Promise<S> {
  return Object.keys(values).length === 0 ? values : conformTo(await definitions(ctx, model), values)
}

export async function insert({ sql, actor, now }: Context, definition: Definition): Promise<CustomAttribute> {
  const { display_name, key, model, type, description, values } = definition
  const [row] = await sql<CustomAttribute>`
    insert into custom_attribute_definitions (account_id, display_name, key, model, type, description, values, created_at, updated_at)
    values (${actor.account.id}, ${display_name}, ${key}, ${model}, ${type}, ${description}, ${values}, ${now}, ${now})
    returning ${columns}`
  return row!
}

export async function get({ sql, actor }: Context, id: string, lock: Part = emptyPart): Promise<CustomAttribute> {
  const [row] = await sql<CustomAttribute>`
    select ${columns} from custom_attribute_definitions where account_id = ${actor.account.id} and id = ${id} ${lock}`
  return (
    row ??
    reject(
      'not_found',
      `There is no custom attribute with id ${id}; see list_custom_attributes.`,
      'custom_attribute_id',
    )
  )
}

/** Like `get`, but locks the row until the transaction ends. */
export function getLocked(ctx: Context, id: string): Promise<CustomAttribute> {
  return get(ctx, id, part`for update`)
}

export async function update({ sql, actor, now }: Context, id: string, definition: Definition) {
  const { display_name, description, values } = definition
  const [row] = await sql<CustomAttribute>`
    update custom_attribute_definitions
       set display_name = ${display_name}, description = ${description}, values = ${values}, updated_at = ${now}
     where account_id = ${actor.account.id} and id = ${id} returning ${columns}`
  return row!
}

export async function remove({ sql, actor }: Context, id: string): Promise<void> {
  await sql`delete from custom_attribute_definitions where account_id = ${actor.account.id} and id = ${id}`
}

const columns = part`id, display_name, key, model, type, description, values, created_at, updated_at`
