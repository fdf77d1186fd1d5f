import { type Action, type SubjectType, triggers } from '#contract/records/automation.ts'
import { needed } from '#domains/automations/actions.ts'
import { condition } from '#domains/automations/matching.ts'
import { settle } from '#domains/automations/naming.ts'
import * as rules from '#domains/automations/rules.ts'
import type { Fields } from '#domains/automations/store.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** A rule as it is kept: everything in it can be asked, said and done. `known` are actions that were settled before. */
export async function checked(ctx: Context, rule: Fields, known?: Fields): Promise<Fields> {
  const name = rules.named(rule.name, 'rule')
  const minutes = rules.timing(rule.event, rule.minutes)
  // A filter that asks for what there is not is refused when it is put into words.
  condition(rule.event, rule.conditions, {}, ctx.actor.account.time_zone)
  const isSettled = known !== undefined && known.actions === rule.actions && known.event === rule.event
  const actions = isSettled ? rule.actions : await settle(ctx, rule.actions, triggers[rule.event])
  if (!isSettled) checkRights(ctx, actions, triggers[rule.event])
  return { ...rule, name, description: rule.description?.trim() || null, minutes, actions }
}

/** A rule acts with every right there is, so nobody has it do what they may not do themselves. */
function checkRights({ actor }: Context, actions: readonly Action[], subject: SubjectType): void {
  for (const [i, action] of actions.entries()) {
    const missing = [...needed([action], subject)].filter((each) => !actor.permissions.has(each))
    if (missing.length > 0)
      reject(
        'permission_denied',
        `Who has a rule do ${action.type} needs the permission ${missing.join(' and ')}.`,
        `actions/${i}/type`,
      )
  }
}
