import { z } from 'zod'
import { report_names, ReportSchedule } from '#contract/records/report-schedule.ts'
import { makerOf } from '#domains/access/makers.ts'
import { checkReport, resolveRecipients, schedule_input } from '#domains/reports/schedules/inputs.ts'
import { toTiming } from '#domains/reports/schedules/rules.ts'
import * as schedules from '#domains/reports/schedules/store.ts'
import { operation } from '#kernel/operation.ts'

export const create_report_schedule = operation({
  summary: 'Send a report by e-mail every day, week or month, with its tables as CSV files.',
  description:
    'Each recipient gets it with their own visibility and language, while they are a member with access to reports.',
  rest: 'POST /report-schedules',
  permission: ['reports:read', 'conversations:write'],
  reader: 'reports:read',
  tool: false,
  status: 201,
  audit: { without: [] },
  input: z.strictObject({ report: z.enum(report_names), ...schedule_input }),
  output: ReportSchedule,

  prepare: (ctx, { report, filters = {} }) => checkReport(ctx, { report, filters }),

  async run(ctx, { report, period, filters = {}, recipients, ...timing }) {
    const recipient_ids = await resolveRecipients(ctx, recipients)
    const fields = { ...toTiming(timing), period, filters, recipient_ids, active: true }
    return schedules.insert(ctx, report, makerOf(ctx.actor), fields)
  },
})
