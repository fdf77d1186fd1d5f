import { z } from 'zod'
import { AutomationRule } from '#contract/records/automation.ts'
import { page } from '#contract/scalars.ts'
import * as rules from '#domains/automations/rules/store.ts'
import { operation } from '#kernel/operation.ts'

export const list_automation_rules = operation({
  summary: 'List automation rules in the order they run.',
  rest: 'GET /automation-rules',
  permission: 'workspace:read',
  tool: false,
  input: z.strictObject({}),
  output: page(AutomationRule),

  async run(ctx) {
    return { items: await rules.list(ctx), next_cursor: null }
  },
})
