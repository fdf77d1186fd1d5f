import type { LostReason } from '#contract/records/crm.ts'
import { part } from '#db/sql.ts'
import { reasonless } from '#domains/crm/rules.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import { folded } from '#kernel/reference.ts'

/** The catalog, in the order it was made. */
export function list({ sql, actor }: Context): Promise<LostReason[]> {
  return sql<LostReason>`select ${columns} from lost_reasons where account_id = ${actor.account.id} order by id`
}

/** The reason meant, by name or id. A loss without one, or with one that is not of the catalog, is refused. */
export async function get(ctx: Context, said: string | null | undefined): Promise<LostReason> {
  const wanted = said?.trim()
  if (!wanted) reasonless()
  const all = await list(ctx)
  const found =
    all.find(({ id }) => id === wanted) ??
    all.find(({ name }) => name.toLowerCase() === wanted.toLowerCase()) ??
    all.find(({ name }) => folded(name) === folded(wanted))
  const choices = all.map(({ name }) => name).join(', ')
  return (
    found ?? reject('lost_reason_unknown', `"${wanted}" is no lost reason; choose among: ${choices}.`, 'lost_reason')
  )
}

export async function getLocked({ sql, actor }: Context, id: string): Promise<LostReason> {
  const [row] = await sql<LostReason>`
    select ${columns} from lost_reasons where account_id = ${actor.account.id} and id = ${id} for update`
  return row ?? reject('not_found', `There is no lost reason ${id}; see list_crm_lost_reasons.`, 'lost_reason_id')
}

export async function insert({ sql, actor, now }: Context, name: string): Promise<LostReason> {
  const [row] = await sql<LostReason>`
    insert into lost_reasons (account_id, name, created_at, updated_at)
    values (${actor.account.id}, ${checked(name)}, ${now}, ${now}) returning ${columns}`
  return row!
}

export async function update({ sql, actor, now }: Context, id: string, name: string): Promise<LostReason> {
  const [row] = await sql<LostReason>`
    update lost_reasons set name = ${checked(name)}, updated_at = ${now}
     where account_id = ${actor.account.id} and id = ${id} returning ${columns}`
  return row!
}

export async function remove({ sql, actor }: Context, id: string): Promise<void> {
  await sql`delete from lost_reasons where account_id = ${actor.account.id} and id = ${id}`
}

function checked(name: string): string {
  return name.trim() || reject('missing_field', 'A lost reason needs a name.', 'name')
}

const columns = part`id, name, created_at, updated_at`
