import { z } from 'zod'
import { ScheduledFilters, timing_input } from '#contract/records/report-schedule.ts'
import { period_names } from '#contract/report-periods.ts'
import { id, line } from '#contract/scalars.ts'
import * as agents from '#domains/workspace/agents.ts'
import { reports } from '#domains/reports/catalog.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import { invalidInput } from '#kernel/refusals.ts'
import { inputOf } from './rules.ts'

const MOST_RECIPIENTS = 50

export const report_schedule_id = id.describe('Id of the scheduled report; see list_report_schedules')

/** Fields of a schedule that can be changed later. */
export const schedule_input = {
  ...timing_input,
  period: z
    .enum(period_names)
    .describe('Days to report on, counted from the day it is sent; reports by day cover a year at most for all'),
  filters: ScheduledFilters.optional().describe('Filters of the report; those it does not have are refused'),
  recipients: z
    .array(line)
    .min(1)
    .max(MOST_RECIPIENTS)
    .optional()
    .describe('Members, by name, e-mail or id, or me. Default: you'),
}

type ScheduledReport = { report: keyof typeof reports; filters: ScheduledFilters }

/** Refuses filters the report does not take, and those it finds nothing for, such as an unknown inbox. */
export async function checkReport(ctx: Context, { report, filters }: ScheduledReport): Promise<void> {
  const [op] = reports[report]
  // The figures do not matter, so the shortest period is computed.
  const parameters = inputOf({ report, period: 'today', filters }, ctx.now, ctx.actor.account.time_zone)
  const input = op.input.safeParse(parameters)
  if (!input.success) throw invalidInput(input.error, parameters)
  await op.run(ctx, input.data)
}

/** The ids of the recipients: those named, or the caller. */
export async function resolveRecipients(ctx: Context, recipients: readonly string[] | undefined): Promise<string[]> {
  const named = recipients ?? (ctx.actor.user_id === null ? [] : [ctx.actor.user_id])
  if (named.length === 0) reject('missing_field', 'Name the members who receive the report.', 'recipients')
  return (await agents.getAll(ctx, named, 'recipients')).map(({ id: user_id }) => user_id)
}
