import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { AutomationRule } from '#contract/records/automation.ts'
import { rule_fields, rule_id } from '#domains/automations/inputs.ts'
import { begins } from '#domains/automations/rules.ts'
import { checked } from '#domains/automations/saving.ts'
import * as rules from '#domains/automations/store.ts'
import { operation } from '#kernel/operation.ts'

export const update_automation_rule = operation({
  summary: 'Change an automation rule, or switch it on or off. Only the fields given change.',
  description: 'One that looks at the clock looks forward from the moment it is switched on or its minutes change.',
  rest: 'PATCH /automation-rules/:rule_id',
  permission: 'workspace:write',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({ rule_id, ...z.strictObject(rule_fields).partial().shape }),
  output: AutomationRule,

  async run(ctx, { rule_id, ...patch }) {
    const before = await rules.getLocked(ctx, rule_id)
    const after = await checked(ctx, { ...before, ...given(patch) }, before)
    if (isDeepStrictEqual({ ...before, ...after }, before)) return before
    return rules.update(ctx, rule_id, after, begins(before, after))
  },
})

/** What was sent, without what was left out. */
function given<T extends object>(patch: T): { [F in keyof T]: Exclude<T[F], undefined> } {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as never
}
