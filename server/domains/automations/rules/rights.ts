import type { Permission } from '#contract/permissions.ts'
import type { Account } from '#contract/records/access.ts'
import { type AutomationRule, triggers } from '#contract/records/automation.ts'
import { type MakerRow, type Refusal, requireRights, type Rights } from '#domains/access/makers.ts'
import { requiredPermissions } from '#domains/automations/actions/actions.ts'
import { checkActionRights } from '#domains/automations/actions/rights.ts'
import { checkSourceIdFilter } from '#domains/conversations/filters/conditions.ts'
import { subjects } from '#domains/automations/subjects.ts'
import type { Actor } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

type Rule = Pick<AutomationRule, 'event' | 'conditions' | 'actions'>

/** Rejects a rule the caller could not have written: it reads records of one type and performs actions in their name. */
export function checkRuleRights({ permissions }: Actor, { event, conditions, actions }: Rule): void {
  checkActionRights({ permissions }, actions, triggers[event])
  if (conditions) checkSourceIdFilter({ permissions }, conditions)
  const { reader } = subjects[triggers[event]]
  if (!permissions.has(reader))
    reject('permission_denied', `A rule for ${event} requires the permission ${reader}; ask an administrator.`, 'event')
}

/** The rights a rule runs with: those of its maker, who must still be allowed to write it. */
export function ruleRights(rule: Rule & MakerRow): Rights | Refusal {
  return requireRights(rule, neededPermissions(rule))
}

/** The reason a rule no longer runs, for administrators. */
export function problemOf(rule: Rule & MakerRow, locale: Account['locale']): string | null {
  const rights = ruleRights(rule)
  return 'refused' in rights ? `${rights.refused[locale]} ${remedies[locale]}` : null
}

const remedies = {
  es: 'Un administrador debe guardar la regla de nuevo.',
  en: 'An administrator must save the rule again.',
}

function neededPermissions({ event, actions }: Rule): Set<Permission> {
  const subject = triggers[event]
  return requiredPermissions(actions, subject).add('workspace:write').add(subjects[subject].reader)
}
