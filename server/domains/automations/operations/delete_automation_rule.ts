import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import { rule_id } from '#domains/automations/inputs.ts'
import * as rules from '#domains/automations/store.ts'
import * as runs from '#domains/automations/runs.ts'
import { operation } from '#kernel/operation.ts'

export const delete_automation_rule = operation({
  summary: 'Delete an automation rule. What it did stays in the log of runs.',
  rest: 'DELETE /automation-rules/:rule_id',
  permission: 'workspace:write',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ rule_id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, { rule_id }) {
    await rules.getLocked(ctx, rule_id)
    await runs.endOf(ctx, { rule_id })
    await rules.remove(ctx, rule_id)
    return { id: rule_id, deleted: true as const }
  },
})
