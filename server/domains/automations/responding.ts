import type { Filter } from '#contract/filters.ts'
import type { Part } from '#db/sql.ts'
import type { Happening } from '#domains/automations/happening.ts'
import { matching } from '#domains/automations/matching.ts'
import { carryOut } from '#domains/automations/running.ts'
import * as runs from '#domains/automations/runs.ts'
import * as rules from '#domains/automations/store.ts'
import type { Hands } from '#kernel/subscriber.ts'

/** Only this rule, and only while this is still so. */
type Only = { rule_id: string; still: Part }

/**
 * Runs the rules that wait for what happened and hold, in their order. Told again, it goes on where it was left: a rule
 * that has begun is not asked a second time whether it holds, because its own actions may have changed that.
 */
export async function respond(hands: Hands, account_id: string, what: Happening, only?: Only): Promise<void> {
  const { sql } = hands
  const all = await rules.listWaiting(sql, account_id, what.trigger, what.key)
  const waiting = only ? all.filter(({ id }) => id === only.rule_id) : all
  if (waiting.length === 0) return

  const fresh = waiting.filter(({ run }) => run === null)
  const where = { account_id, time_zone: waiting[0]!.time_zone }
  const held = await matching(sql, where, what, fresh, only?.still)
  const chosen = waiting.filter((rule) => rule.run === 'running' || held.has(rule))
  if (chosen.length > 0) await runAll(hands, account_id, what, chosen, held)
}

/** One that cannot go on for the moment keeps no other waiting. */
async function runAll(
  hands: Hands,
  account_id: string,
  what: Happening,
  chosen: rules.Waiting[],
  held: ReadonlyMap<rules.Waiting, Filter | null>,
): Promise<void> {
  const matches = chosen.map((rule) => ({ rule_id: rule.id, matched: held.get(rule) ?? null }))
  const begun = await runs.beginRules(hands.sql, account_id, what, matches)
  let fault: unknown
  for (const { id, name, actions } of chosen) {
    const run = begun.find(({ rule_id }) => rule_id === id)
    if (!run) continue
    const author = { type: 'automation', id, name } as const
    const by = { rule: { id, name } }
    const { subject, trigger: event } = what
    const job = { account_id, run_id: run.id, subject, actions, author, event, by }
    await carryOut(hands, job).catch((error: unknown) => (fault = error))
  }
  if (fault) throw fault
}
