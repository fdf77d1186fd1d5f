import { z } from 'zod'
import { ReportSchedule } from '#contract/records/report-schedule.ts'
import { page } from '#contract/scalars.ts'
import * as schedules from '#domains/reports/schedules/store.ts'
import { operation } from '#kernel/operation.ts'

export const list_report_schedules = operation({
  summary: 'List the scheduled reports you made or receive, and as an administrator all of them.',
  rest: 'GET /report-schedules',
  permission: 'reports:read',
  tool: false,
  input: z.strictObject({}),
  output: page(ReportSchedule),

  async run(ctx) {
    return { items: await schedules.list(ctx), next_cursor: null }
  },
})
