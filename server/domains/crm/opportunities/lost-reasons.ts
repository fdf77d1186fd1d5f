import type { LostReason } from '#contract/records/crm.ts'
import { part } from '#db/sql.ts'
import { rejectMissingReason } from './rules.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import { fold } from '#kernel/filters/reference.ts'

/** All lost reasons, oldest first. */
export function list({ sql, actor }: Context): Promise<LostReason[]> {
  return sql<LostReason>`select ${columns} from lost_reasons where account_id = ${actor.account.id} order by id`
}

/** Finds a lost reason by name or id; rejects an empty or unknown one. */
export async function get(ctx: Context, name_or_id: string | null | undefined): Promise<LostReason> {
  return choose(name_or_id?.trim() ? await list(ctx) : [], name_or_id)
}

/** The same among these reasons. */
export function choose(all: readonly LostReason[], name_or_id: string | null | undefined): LostReason {
  const wanted = name_or_id?.trim()
  if (!wanted) rejectMissingReason()
  const found =
    all.find(({ id }) => id === wanted) ??
    all.find(({ name }) => name.toLowerCase() === wanted.toLowerCase()) ??
    all.find(({ name }) => fold(name) === fold(wanted))
  const choices = all.map(({ name }) => name).join(', ')
  return (
    found ??
    reject('lost_reason_unknown', `"${wanted}" is not a lost reason; choose one of: ${choices}.`, 'lost_reason')
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
    values (${actor.account.id}, ${requireName(name)}, ${now}, ${now}) returning ${columns}`
  return row!
}

export async function update({ sql, actor, now }: Context, id: string, name: string): Promise<LostReason> {
  const [row] = await sql<LostReason>`
    update lost_reasons set name = ${requireName(name)}, updated_at = ${now}
     where account_id = ${actor.account.id} and id = ${id} returning ${columns}`
  return row!
}

export async function remove({ sql, actor }: Context, id: string): Promise<void> {
  await sql`delete from lost_reasons where account_id = ${actor.account.id} and id = ${id}`
}

function requireName(name: string): string {
  return name.trim() || reject('missing_field', 'A lost reason needs a name.', 'name')
}

const columns = part`id, name, created_at, updated_at`
