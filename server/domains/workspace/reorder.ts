import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import { literal, emptyPart, type Part } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** Tables with a manual order, and what their rows are called. */
const kinds = {
  labels: 'label',
  teams: 'team',
  inboxes: 'inbox',
  canned_responses: 'canned response',
  custom_attribute_definitions: 'custom attribute',
  saved_views: 'saved view',
  automation_rules: 'automation rule',
  macros: 'macro',
  activity_types: 'activity type',
}
type Table = keyof typeof kinds

export const ordered_ids = z.array(id).max(10_000).describe('Ids in the new order; omitted ones follow')

/**
 * Sets the manual order. Omitted rows, such as one a colleague has just created, follow in their previous order.
 * `which` restricts it to a group with an order of its own.
 */
export async function reorder(ctx: Context, table: Table, ids: readonly string[], which: Part = emptyPart) {
  const { sql, actor } = ctx
  // Locked in id order, so two concurrent calls can't deadlock.
  const rows = await sql<{ id: string }>`
    select id from ${literal(table)} where account_id = ${actor.account.id} ${which} order by id for no key update`
  checkIds(kinds[table], new Set(rows.map((row) => row.id)), ids)
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

function checkIds(noun: string, known: ReadonlySet<string>, ids: readonly string[]): void {
  const earlier = new Set<string>()
  for (const [i, each] of ids.entries()) {
    if (!known.has(each)) reject('not_found', `There is no ${noun} with id ${each}.`, `ids/${i}`)
    if (earlier.has(each))
      reject('invalid_value', `The ${noun} ${each} is listed twice; list each id once.`, `ids/${i}`)
    earlier.add(each)
  }
}
