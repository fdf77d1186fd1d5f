import { z } from 'zod'
import { AutomationRule } from '#contract/records/automation.ts'
import { rule_fields } from '#domains/automations/inputs.ts'
import { checked } from '#domains/automations/saving.ts'
import * as rules from '#domains/automations/store.ts'
import { operation } from '#kernel/operation.ts'

export const create_automation_rule = operation({
  summary: 'Create an automation rule: when this happens, and this holds, then do that.',
  description:
    'Labels, agents, teams, canned responses, pipelines and stages are meant by name or id and kept by id. What a rule does triggers no rule. ' +
    'One that looks at the clock looks forward: what fell due before it was made is left alone.',
  rest: 'POST /automation-rules',
  permission: 'workspace:write',
  tool: false,
  status: 201,
  audit: { without: [] },
  input: z.strictObject({
    ...rule_fields,
    description: rule_fields.description.optional(),
    active: rule_fields.active.optional(),
    minutes: rule_fields.minutes.optional(),
    conditions: rule_fields.conditions.optional(),
  }),
  output: AutomationRule,

  async run(ctx, { description = null, active = true, minutes = null, conditions = null, ...rest }) {
    return rules.insert(ctx, await checked(ctx, { ...rest, description, active, minutes, conditions }))
  },
})
