import type { Permission } from '#contract/permissions.ts'
import type { Action, SubjectType } from '#contract/records/automation.ts'
import { requiredPermissions } from '#domains/automations/actions/actions.ts'
import { reject } from '#kernel/problem.ts'

/** Rejects actions the author could not perform themselves. */
export function checkActionRights(
  { permissions }: { permissions: ReadonlySet<Permission> },
  actions: readonly Action[],
  subject: SubjectType,
): void {
  for (const [i, action] of actions.entries()) {
    const missing = [...requiredPermissions([action], subject)].filter((each) => !permissions.has(each))
    if (missing.length > 0)
      reject(
        'permission_denied',
        `The action ${action.type} requires the permission ${missing.join(' and ')}; ask an administrator.`,
        `actions/${i}/type`,
      )
  }
}
