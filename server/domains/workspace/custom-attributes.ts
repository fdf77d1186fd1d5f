import type { CustomAttribute } from '#contract/records/workspace.ts'
import { nothing, part, type Part } from '#db/sql.ts'
import { conform as conformTo, type Defined, type Sent } from '#domains/workspace/attribute-rules.ts'
import type { Definition } from '#domains/workspace/rules.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** All definitions of the workspace, by what they belong to, in the order people gave them, then by name. */
export function list({ sql, actor }: Context): Promise<CustomAttribute[]> {
  return sql<CustomAttribute>`
    select ${columns} from custom_attribute_definitions
     where account_id = ${actor.account.id} order by model, position nulls last, lower(display_name), id`
}

type Model = CustomAttribute['model']

/** What is defined for contacts, or for conversations. */
export function definitions({ sql, actor }: Context, model: Model): Promise<Defined[]> {
  return sql<Defined>`
    select key, type, values from custom_attribute_definitions where account_id = ${actor.account.id} and model = ${model}`
}

/** What a caller sent, as it may be kept. Whoever sends nothing is not looked up. */
export async function conform<S extends Sent>(ctx: Context, model: Model, sent: S): Promise<S> {
  return Object.keys(sent).length === 0 ? sent : conformTo(await definitions(ctx, model), sent)
}

export async function insert({ sql, actor, now }: Context, definition: Definition): Promise<CustomAttribute> {
  const { display_name, key, model, type, description, values } = definition
  const [row] = await sql<CustomAttribute>`
    insert into custom_attribute_definitions (account_id, display_name, key, model, type, description, values, created_at, updated_at)
    values (${actor.account.id}, ${display_name}, ${key}, ${model}, ${type}, ${description}, ${values}, ${now}, ${now})
    returning ${columns}`
  return row!
}

export async function get({ sql, actor }: Context, id: string, lock: Part = nothing): Promise<CustomAttribute> {
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

/** The definition, held until the transaction ends, so that nobody changes it in between. */
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
