import { z } from 'zod'
import { period_names } from '#contract/report-periods.ts'
import { id, line, timestamp } from '#contract/scalars.ts'

/** Reports that can be exported and sent by e-mail. */
export const report_names = [
  'overview',
  'conversations',
  'crm',
  'agents',
  'funnel',
  'conversion',
  'agent_performance',
  'lost_reasons',
  'lead_response_times',
  'agent_response_times',
  'sla_breaches',
  'satisfaction',
] as const
export type ReportName = (typeof report_names)[number]

export const frequencies = ['day', 'week', 'month'] as const

/** Filters of all reports; each report takes its own. */
export const ScheduledFilters = z.strictObject({
  inbox_id: id.optional().describe('Only this inbox, by id'),
  pipeline_name: line.optional().describe('Pipeline, by name or id'),
  agent: line.optional().describe('Agent, by name, e-mail or id'),
  owner_name: line.optional().describe('Agent of the leads, by name, e-mail or id'),
  source: line.optional().describe('Text in the source'),
  compare_with_previous: z.boolean().optional().describe('Add the comparable previous period'),
})
export type ScheduledFilters = z.output<typeof ScheduledFilters>

/** Input fields for the times of a schedule. */
export const timing_input = {
  every: z.enum(frequencies),
  weekday: z.int().min(1).max(7).optional().describe('With every=week: 1 is Monday, 7 is Sunday'),
  month_day: z
    .int()
    .min(1)
    .max(31)
    .optional()
    .describe('With every=month: day of the month; a shorter month takes its last day'),
  hour: z.int().min(0).max(23).describe('Hour of the day in the time zone of the workspace'),
}

/** A report sent by e-mail at set times. */
export const ReportSchedule = z
  .object({
    id,
    report: z.enum(report_names),
    period: z.enum(period_names).describe('Days to report on, counted from the day it is sent'),
    filters: ScheduledFilters,
    every: z.enum(frequencies),
    weekday: z.int().nullable().describe('1 is Monday, 7 is Sunday; null unless every is week'),
    month_day: z.int().nullable().describe('Day of the month; a shorter month takes its last day'),
    hour: z.int().describe('Hour of the day in the time zone of the workspace'),
    recipients: z.array(z.object({ id, name: z.string() })).describe('Active members who receive it'),
    active: z.boolean().describe('False while it is paused'),
    created_by: z.object({ id: id.nullable(), name: z.string() }),
    can_change: z.boolean().describe('Whether the caller may change it: its maker and administrators may'),
    next_at: timestamp.nullable().describe('When it is sent next; null while it is paused'),
    last_at: timestamp.nullable().describe('When it was last due or sent by hand'),
    error: z.string().nullable().describe('Why the report could not be computed the last time; null if it could'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'ReportSchedule' })
export type ReportSchedule = z.output<typeof ReportSchedule>
