import type { Filter } from '#contract/filters.ts'
import { type Trigger, triggers } from '#contract/records/automation.ts'
import { joinParts, emptyPart, part, type Part, type Sql } from '#db/sql.ts'
import { type Facts, factFields, type TriggerEvent } from '#domains/automations/rules/trigger-facts.ts'
import { subjects } from '#domains/automations/subjects.ts'
import { conditions } from '#kernel/filters/conditions.ts'

type Conditional = { conditions: Filter | null }

/** Conditions per statement; the protocol allows 65,535 parameters. */
const MAX_CONDITIONS = 2_000

/** Evaluates the conditions of all rules against the current record, and returns the groups that matched per rule. */
export async function matchRules<R extends Conditional>(
  sql: Sql,
  where: { account_id: string; time_zone: string },
  { trigger, subject, facts }: Omit<TriggerEvent, 'key'>,
  rules: readonly R[],
  restriction: Part = emptyPart,
): Promise<Map<R, Filter | null>> {
  const { from, account_id, id } = subjects[subject.type]
  const matched = new Map<R, Filter | null>()
  for (const batch of inBatches(rules)) {
    const groups = batch.flatMap(({ conditions }) => conditions?.any ?? [])
    const met = groups.map((group) => condition(trigger, { any: [group] }, facts, where.time_zone))
    const [row] = await sql<{ met: (boolean | null)[] }>`
      select array[${joinParts(met, ', ')}]::boolean[] as met from ${from}
       where ${account_id} = ${where.account_id} and ${id} = ${subject.id} ${restriction}`
    if (!row) continue
    for (const rule of batch) {
      const results = row.met.splice(0, rule.conditions?.any.length ?? 0)
      const any = rule.conditions?.any.filter((_, i) => results[i] === true) ?? []
      if (!rule.conditions || any.length > 0) matched.set(rule, rule.conditions && { any })
    }
  }
  return matched
}

/** Compiles the conditions of a rule to SQL; rejects unknown fields. */
export function condition(trigger: Trigger, filter: Filter | null, facts: Facts, time_zone: string): Part {
  if (!filter) return part`true`
  const { fields, attributes } = subjects[triggers[trigger]]
  return conditions(filter, { ...fields, ...factFields(trigger, facts) }, attributes, time_zone, 'conditions')
}

function inBatches<R extends Conditional>(rules: readonly R[]): R[][] {
  const batches: R[][] = []
  let room = 0
  for (const rule of rules) {
    const size = rule.conditions?.any.reduce((sum, { all }) => sum + all.length, 0) ?? 0
    if (batches.length === 0 || size > room) {
      batches.push([])
      room = MAX_CONDITIONS
    }
    batches.at(-1)!.push(rule)
    room -= size
  }
  return batches
}
