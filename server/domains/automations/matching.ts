import type { Filter } from '#contract/filters.ts'
import { type Trigger, triggers } from '#contract/records/automation.ts'
import { joined, nothing, part, type Part, type Sql } from '#db/sql.ts'
import { type Facts, fieldsOf, type Happening } from '#domains/automations/happening.ts'
import { subjects } from '#domains/automations/subjects.ts'
import { conditions } from '#kernel/conditions.ts'

type Conditional = { conditions: Filter | null }

/** So many conditions in one statement: its parameters are counted in sixteen bits. */
const MOST_CONDITIONS = 2_000

/** Which of the rules hold for what happened, and by which alternatives: all asked at once, of the record as it is now. */
export async function matching<R extends Conditional>(
  sql: Sql,
  where: { account_id: string; time_zone: string },
  { trigger, subject, facts }: Omit<Happening, 'key'>,
  rules: readonly R[],
  still: Part = nothing,
): Promise<Map<R, Filter | null>> {
  const { from, account_id, id } = subjects[subject.type]
  const matched = new Map<R, Filter | null>()
  for (const some of manageable(rules)) {
    const groups = some.flatMap(({ conditions }) => conditions?.any ?? [])
    const met = groups.map((group) => condition(trigger, { any: [group] }, facts, where.time_zone))
    const [row] = await sql<{ met: (boolean | null)[] }>`
      select array[${joined(met, ', ')}]::boolean[] as met from ${from}
       where ${account_id} = ${where.account_id} and ${id} = ${subject.id} ${still}`
    if (!row) continue
    for (const rule of some) {
      const answers = row.met.splice(0, rule.conditions?.any.length ?? 0)
      const any = rule.conditions?.any.filter((_, i) => answers[i] === true) ?? []
      if (!rule.conditions || any.length > 0) matched.set(rule, rule.conditions && { any })
    }
  }
  return matched
}

/** What must hold, as one condition of a statement. A filter that asks for what there is not is refused. */
export function condition(trigger: Trigger, filter: Filter | null, facts: Facts, time_zone: string): Part {
  if (!filter) return part`true`
  const { fields, attributes } = subjects[triggers[trigger]]
  return conditions(filter, { ...fields, ...fieldsOf(trigger, facts) }, attributes, time_zone, 'conditions')
}

function manageable<R extends Conditional>(rules: readonly R[]): R[][] {
  const lots: R[][] = []
  let room = 0
  for (const rule of rules) {
    const size = rule.conditions?.any.reduce((sum, { all }) => sum + all.length, 0) ?? 0
    if (lots.length === 0 || size > room) {
      lots.push([])
      room = MOST_CONDITIONS
    }
    lots.at(-1)!.push(rule)
    room -= size
  }
  return lots
}
