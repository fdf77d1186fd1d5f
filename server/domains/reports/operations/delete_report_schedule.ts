import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import { report_schedule_id } from '#domains/reports/schedules/inputs.ts'
import * as schedules from '#domains/reports/schedules/store.ts'
import { operation } from '#kernel/operation.ts'

export const delete_report_schedule = operation({
  summary: 'Delete a scheduled report that you made, or any as an administrator.',
  rest: 'DELETE /report-schedules/:report_schedule_id',
  permission: ['reports:read', 'conversations:write'],
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ report_schedule_id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, { report_schedule_id: own }) {
    await schedules.getLocked(ctx, own)
    await schedules.remove(ctx, own)
    return { id: own, deleted: true as const }
  },
})
