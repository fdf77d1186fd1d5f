import { triggers } from '#contract/records/automation.ts'
import { condition } from '#domains/automations/matching.ts'
import { settle } from '#domains/automations/naming.ts'
import * as rules from '#domains/automations/rules.ts'
import type { Fields } from '#domains/automations/store.ts'
import type { Context } from '#kernel/operation.ts'

/** A rule as it is kept: everything in it can be asked, said and done. `known` are actions that were settled before. */
export async function checked(ctx: Context, rule: Fields, known?: Fields): Promise<Fields> {
  const name = rules.named(rule.name, 'rule')
  const minutes = rules.timing(rule.event, rule.minutes)
  // A filter that asks for what there is not is refused when it is put into words.
  condition(rule.event, rule.conditions, {}, ctx.actor.account.time_zone)
  const isSettled = known !== undefined && known.actions === rule.actions && known.event === rule.event
  const actions = isSettled ? rule.actions : await settle(ctx, rule.actions, triggers[rule.event])
  return { ...rule, name, description: rule.description?.trim() || null, minutes, actions }
}
