import { z } from 'zod'
import { AutomationRule } from '#contract/records/automation.ts'
import { rule_id } from '#domains/automations/inputs.ts'
import * as rules from '#domains/automations/rules/store.ts'
import { operation } from '#kernel/operation.ts'

export const get_automation_rule = operation({
  summary: 'Get an automation rule and its run count.',
  rest: 'GET /automation-rules/:rule_id',
  permission: 'workspace:read',
  tool: false,
  input: z.strictObject({ rule_id }),
  output: AutomationRule,

  run(ctx, { rule_id }) {
    return rules.get(ctx, rule_id)
  },
})
