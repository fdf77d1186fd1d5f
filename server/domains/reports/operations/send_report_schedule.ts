import { z } from 'zod'
import { ReportSchedule } from '#contract/records/report-schedule.ts'
import { checkEmailLimit } from '#domains/access/emails/limits.ts'
import { report_schedule_id } from '#domains/reports/schedules/inputs.ts'
import * as schedules from '#domains/reports/schedules/store.ts'
import { operation } from '#kernel/operation.ts'

export const send_report_schedule = operation({
  summary: 'Send a scheduled report to its recipients now, besides its set times.',
  rest: 'POST /report-schedules/:report_schedule_id/send',
  permission: ['reports:read', 'conversations:write'],
  reader: 'reports:read',
  tool: false,
  status: 202,
  audit: { without: [] },
  input: z.strictObject({ report_schedule_id }),
  output: ReportSchedule,

  async run(ctx, { report_schedule_id: id }) {
    await schedules.getLocked(ctx, id)
    for (const address of await schedules.listAddresses(ctx, id)) await checkEmailLimit(ctx, address)
    await schedules.emitDue(ctx, id, ctx.now.toISOString())
    await schedules.noteSent(ctx, id)
    return schedules.get(ctx, id)
  },
})
