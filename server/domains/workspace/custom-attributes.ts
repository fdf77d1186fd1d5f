import type { CustomAttribute } from '#contract/records/workspace.ts'
import { part } from '#db/sql.ts'
import { conform as conformTo, type Defined, type Sent } from '#domains/workspace/attribute-rules.ts'
import type { Definition } from '#domains/workspace/rules.ts'
import type { Context } from '#kernel/operation.ts'

/** All definitions of the workspace, by what they belong to and their name. */
export function list({ sql, actor }: Context): Promise<CustomAttribute[]> {
  return sql<CustomAttribute>`
    select ${columns} from custom_attribute_definitions
     where account_id = ${actor.account.id} order by model, lower(display_name), id`
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

const columns = part`id, display_name, key, model, type, description, values, created_at, updated_at`
