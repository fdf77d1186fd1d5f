import { z } from 'zod'
import { AutomationRule } from '#contract/records/automation.ts'
import { rule_fields } from '#domains/automations/inputs.ts'
import { validateRule } from '#domains/automations/rules/validate.ts'
import * as rules from '#domains/automations/rules/store.ts'
import { operation } from '#kernel/operation.ts'

export const create_automation_rule = operation({
  summary: 'Create an automation rule: when an event occurs and conditions match, perform actions.',
  description:
    'Give labels, agents, teams, canned responses, pipelines and stages by name or id; ids are stored. Actions of a rule trigger no rules. ' +
    'Timed rules ignore what fell due before they were created. A rule needs the permissions of its actions, and runs with the rights and visibility its maker has at that moment.',
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
    return rules.insert(ctx, await validateRule(ctx, { ...rest, description, active, minutes, conditions }))
  },
})
