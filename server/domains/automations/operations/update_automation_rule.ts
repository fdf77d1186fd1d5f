import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { AutomationRule } from '#contract/records/automation.ts'
import { rule_fields, rule_id } from '#domains/automations/inputs.ts'
import { restartsTimer } from '#domains/automations/rules/rules.ts'
import { validateRule } from '#domains/automations/rules/validate.ts'
import * as rules from '#domains/automations/rules/store.ts'
import { operation } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'

export const update_automation_rule = operation({
  summary: 'Update an automation rule, or turn it on or off. Omitted fields stay unchanged.',
  description:
    'A timed rule restarts when it is turned on or its minutes change. Every change requires the permissions of its actions, and makes the caller its maker.',
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
    const after = await validateRule(ctx, { ...before, ...pickGiven(patch) }, before)
    const isSettled = before.problem === null && isDeepStrictEqual(before.maker, author(ctx.actor))
    if (isSettled && isDeepStrictEqual({ ...before, ...after }, before)) return before
    return rules.update(ctx, rule_id, after, restartsTimer(before, after))
  },
})

/** Drops omitted fields. */
function pickGiven<T extends object>(patch: T): { [F in keyof T]: Exclude<T[F], undefined> } {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as never
}
