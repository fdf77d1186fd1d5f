import { z } from 'zod'
import { AutomationRule } from '#contract/records/automation.ts'
import { page } from '#contract/scalars.ts'
import * as rules from '#domains/automations/store.ts'
import { operation } from '#kernel/operation.ts'

export const list_automation_rules = operation({
  summary: 'List all automation rules of the workspace, in the order in which they run.',
  rest: 'GET /automation-rules',
  permission: 'workspace:read',
  tool: false,
  input: z.strictObject({}),
  output: page(AutomationRule),

  async run(ctx) {
    return { items: await rules.list(ctx), next_cursor: null }
  },
})
