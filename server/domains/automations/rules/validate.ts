import { triggers } from '#contract/records/automation.ts'
import { condition } from '#domains/automations/rules/match.ts'
import { resolveActions } from '#domains/automations/actions/resolve-names.ts'
import { checkRuleRights } from '#domains/automations/rules/rights.ts'
import * as rules from '#domains/automations/rules/rules.ts'
import type { Fields } from '#domains/automations/rules/store.ts'
import type { Context } from '#kernel/operation.ts'

/**
 * Validates a rule and resolves its names. The names in actions unchanged from `known` are not resolved again, but its
 * author needs the rights of the rule before and after.
 */
export async function validateRule(ctx: Context, rule: Fields, known?: Fields): Promise<Fields> {
  const name = rules.requireName(rule.name, 'rule')
  const minutes = rules.checkMinutes(rule.event, rule.minutes)
  // Compiling the conditions rejects unknown fields.
  condition(rule.event, rule.conditions, {}, ctx.actor.account.time_zone)
  const isUnchanged = known !== undefined && known.actions === rule.actions && known.event === rule.event
  const actions = isUnchanged ? rule.actions : await resolveActions(ctx, rule.actions, triggers[rule.event])
  const valid = { ...rule, name, description: rule.description?.trim() || null, minutes, actions }
  for (const each of [known, valid]) if (each) checkRuleRights(ctx.actor, each)
  return valid
}
