import { z } from 'zod'
import { AutomationRule } from '#contract/records/automation.ts'
import { rule_id } from '#domains/automations/inputs.ts'
import * as rules from '#domains/automations/store.ts'
import { operation } from '#kernel/operation.ts'

export const get_automation_rule = operation({
  summary: 'Read an automation rule, with how often it has run.',
  rest: 'GET /automation-rules/:rule_id',
  permission: 'workspace:read',
  tool: false,
  input: z.strictObject({ rule_id }),
  output: AutomationRule,

  run(ctx, { rule_id }) {
    return rules.get(ctx, rule_id)
  },
})
