import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import { literal, nothing, type Part } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** What people can put into an order of their own, by its table. */
const kinds = {
  labels: 'label',
  teams: 'team',
  inboxes: 'inbox',
  canned_responses: 'canned response',
  custom_attribute_definitions: 'custom attribute',
  saved_views: 'saved view',
  automation_rules: 'automation rule',
  macros: 'macro',
}
type Table = keyof typeof kinds

export const ordered_ids = z.array(id).max(10_000).describe('Ids in the order they shall have; others come after them')

/**
 * Puts these of a kind into this order. Those not named, such as one a colleague has just made, come after them as they
 * stood. `which` narrows it to a part that is in an order of its own.
 */
export async function reorder(ctx: Context, table: Table, ids: readonly string[], which: Part = nothing) {
  const { sql, actor } = ctx
  // Held in one order, so that two who sort at the same moment wait for each other instead of blocking each other.
  const rows = await sql<{ id: string }>`
    select id from ${literal(table)} where account_id = ${actor.account.id} ${which} order by id for no key update`
  check(kinds[table], new Set(rows.map((row) => row.id)), ids)
  await sql`
    with placed as (
      select t.id, row_number() over (order by wanted.place nulls last, t.position) as place
        from ${literal(table)} t
        left join unnest(${ids}::bigint[]) with ordinality as wanted (id, place) on wanted.id = t.id
       where t.account_id = ${actor.account.id} ${which} and (wanted.place is not null or t.position is not null)
    )
    update ${literal(table)} t set position = placed.place from placed
     where t.account_id = ${actor.account.id} and t.id = placed.id and t.position is distinct from placed.place`
}

function check(what: string, known: ReadonlySet<string>, ids: readonly string[]): void {
  const given = new Set<string>()
  for (const [i, each] of ids.entries()) {
    if (!known.has(each)) reject('not_found', `There is no ${what} with id ${each}.`, `ids/${i}`)
    if (given.has(each)) reject('invalid_value', `The ${what} ${each} is named twice; name each once.`, `ids/${i}`)
    given.add(each)
  }
}
