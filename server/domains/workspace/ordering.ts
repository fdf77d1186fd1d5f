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

export const ordered_ids = z.array(id).max(10_000).describe('All ids, in the order they shall have')

/**
 * Puts everything of a kind into this order: all of it, each once, so that nobody's place is left to chance. `which`
 * narrows it to a part that is in an order of its own.
 */
export async function reorder(ctx: Context, table: Table, ids: readonly string[], which: Part = nothing) {
  const { sql, actor } = ctx
  // Held in one order, so that two who sort at the same moment wait for each other instead of blocking each other.
  const rows = await sql<{ id: string }>`
    select id from ${literal(table)} where account_id = ${actor.account.id} ${which} order by id for no key update`
  check(
    kinds[table],
    rows.map((row) => row.id),
    ids,
  )
  await sql`
    update ${literal(table)} t set position = wanted.place
      from unnest(${ids}::bigint[]) with ordinality as wanted (id, place)
     where t.account_id = ${actor.account.id} and t.id = wanted.id`
}

function check(what: string, there: readonly string[], ids: readonly string[]): void {
  const known = new Set(there)
  const unknown = ids.findIndex((each) => !known.has(each))
  if (unknown >= 0) reject('not_found', `There is no ${what} with id ${ids[unknown]}.`, `ids/${unknown}`)
  const given = new Set<string>()
  for (const [i, each] of ids.entries()) {
    if (given.has(each)) reject('invalid_value', `The ${what} ${each} is named twice; name each once.`, `ids/${i}`)
    given.add(each)
  }
  const missing = there.filter((each) => !given.has(each))
  if (missing.length > 0)
    reject('invalid_value', `Name every ${what}; missing: ${missing.slice(0, 20).join(', ')}.`, 'ids')
}
