import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { ReportSchedule } from '#contract/records/report-schedule.ts'
import {
  checkReport,
  report_schedule_id,
  resolveRecipients,
  schedule_input,
} from '#domains/reports/schedules/inputs.ts'
import { toTiming } from '#domains/reports/schedules/rules.ts'
import * as schedules from '#domains/reports/schedules/store.ts'
import { operation } from '#kernel/operation.ts'

const { every, weekday, month_day, hour, period, filters, recipients } = schedule_input

export const update_report_schedule = operation({
  summary: 'Change, pause or resume a scheduled report that you made, or any as an administrator.',
  description: 'Omitted fields stay unchanged.',
  rest: 'PATCH /report-schedules/:report_schedule_id',
  permission: ['reports:read', 'conversations:write'],
  reader: 'reports:read',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    report_schedule_id,
    every: every.optional(),
    weekday,
    month_day,
    hour: hour.optional(),
    period: period.optional(),
    filters: filters.describe('Replaces the current filters'),
    recipients: recipients.describe('Replaces the current recipients'),
    active: z.boolean().optional().describe('False pauses it'),
  }),
  output: ReportSchedule,

  async prepare(ctx, { report_schedule_id: id, filters: asked }) {
    if (asked) await checkReport(ctx, { report: (await schedules.get(ctx, id)).report, filters: asked })
  },

  async run(ctx, { report_schedule_id: id, recipients: named, ...patch }) {
    const before = await schedules.getLocked(ctx, id)
    const after = revise(before, patch)
    const people = before.recipients.map((each) => each.id).toSorted()
    const recipient_ids = named ? (await resolveRecipients(ctx, named)).toSorted() : people
    if (isDeepStrictEqual([after, recipient_ids], [before, people])) return before
    return schedules.update(ctx, id, { ...after, recipient_ids })
  },
})

type Patch = {
  [F in 'every' | 'weekday' | 'month_day' | 'hour' | 'period' | 'filters' | 'active']?: ReportSchedule[F] | undefined
}

function revise(before: ReportSchedule, patch: Patch): ReportSchedule {
  const timing = toTiming({
    every: patch.every ?? before.every,
    weekday: patch.weekday ?? before.weekday,
    month_day: patch.month_day ?? before.month_day,
    hour: patch.hour ?? before.hour,
  })
  const { period = before.period, filters: chosen = before.filters, active = before.active } = patch
  return { ...before, ...timing, period, filters: chosen, active }
}
