import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import { rule_id } from '#domains/automations/inputs.ts'
import * as rules from '#domains/automations/rules/store.ts'
import * as runs from '#domains/automations/runs/store.ts'
import { operation } from '#kernel/operation.ts'

export const delete_automation_rule = operation({
  summary: 'Delete an automation rule. Its past runs stay in the log.',
  rest: 'DELETE /automation-rules/:rule_id',
  permission: 'workspace:write',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ rule_id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, { rule_id }) {
    await rules.getLocked(ctx, rule_id)
    await runs.cancelRunsOf(ctx, { rule_id })
    await rules.remove(ctx, rule_id)
    return { id: rule_id, deleted: true as const }
  },
})
