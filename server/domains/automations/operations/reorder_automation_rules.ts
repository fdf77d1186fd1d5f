import { z } from 'zod'
import { AutomationRule } from '#contract/records/automation.ts'
import { page } from '#contract/scalars.ts'
import * as rules from '#domains/automations/rules/store.ts'
import { ordered_ids, reorder } from '#domains/workspace/reorder.ts'
import { operation } from '#kernel/operation.ts'

export const reorder_automation_rules = operation({
  summary: 'Set the order in which automation rules run. Omitted ones follow; new ones come last.',
  rest: 'PUT /automation-rules/order',
  permission: 'workspace:write',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({ ids: ordered_ids }),
  output: page(AutomationRule),

  async run(ctx, { ids }) {
    await reorder(ctx, 'automation_rules', ids)
    return { items: await rules.list(ctx), next_cursor: null }
  },
})
