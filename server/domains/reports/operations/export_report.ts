import { z } from 'zod'
import { line } from '#contract/scalars.ts'
import { toCsv } from '#domains/contacts/csv.ts'
import { flatten, tablesOf } from '#domains/reports/table-rules.ts'
import { type AnyOperation, operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import { invalidInput } from '#kernel/refusals.ts'
import { analyze_lead_response_times } from './analyze_lead_response_times.ts'
import { get_agent_response_times } from './get_agent_response_times.ts'
import { get_agents_report } from './get_agents_report.ts'
import { get_conversations_report } from './get_conversations_report.ts'
import { get_crm_agent_performance } from './get_crm_agent_performance.ts'
import { get_crm_conversion_report } from './get_crm_conversion_report.ts'
import { get_crm_funnel } from './get_crm_funnel.ts'
import { get_crm_lost_reasons_breakdown } from './get_crm_lost_reasons_breakdown.ts'
import { get_crm_report } from './get_crm_report.ts'
import { get_overview_report } from './get_overview_report.ts'
import { get_sla_breaches_report } from './get_sla_breaches_report.ts'

const ROWS_AT_ONCE = 1000

const names = [
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
] as const

/** Each report, and the table that is meant where none is named. */
const reports: Record<(typeof names)[number], readonly [AnyOperation, string]> = {
  overview: [get_overview_report, 'daily'],
  conversations: [get_conversations_report, 'heatmap'],
  crm: [get_crm_report, 'attribution'],
  agents: [get_agents_report, 'agents'],
  funnel: [get_crm_funnel, 'stages'],
  conversion: [get_crm_conversion_report, 'summary'],
  agent_performance: [get_crm_agent_performance, 'agents'],
  lost_reasons: [get_crm_lost_reasons_breakdown, 'reasons'],
  lead_response_times: [analyze_lead_response_times, 'leads'],
  agent_response_times: [get_agent_response_times, 'agents'],
  sla_breaches: [get_sla_breaches_report, 'daily'],
}

export const export_report = operation({
  summary:
    'Export a table of a report as CSV, with the parameters of that report. Cells are safe to open in a spreadsheet.',
  description:
    'The rows are those the report itself answers; what is nested has dotted columns. Every report also has the table summary: its single figures, in one row.',
  rest: 'GET /reports/export',
  permission: 'reports:read',
  tool: false,
  analysis: () => true,
  streams: 'text/csv',
  audit: { without: [] },
  input: z.strictObject({
    // What any of them can be asked; which of it the one chosen can, that one says itself.
    ...get_overview_report.input.shape,
    ...get_agents_report.input.shape,
    ...get_crm_conversion_report.input.shape,
    ...get_crm_agent_performance.input.shape,
    ...analyze_lead_response_times.input.shape,
    report: z.enum(names),
    table: line
      .optional()
      .describe('Which list of the answer, by its name, such as daily or by_status; the main one where none is given'),
  }),
  output: z.custom<AsyncIterable<string>>(),

  async run(ctx, { report, table, ...asked }) {
    const [op, main] = reports[report]
    const input = op.input.safeParse(asked)
    if (!input.success) throw invalidInput(input.error, asked)
    const tables = tablesOf(op.output)
    const chosen =
      tables.find(({ name }) => name === (table ?? main)) ??
      reject(
        'invalid_value',
        `There is no table ${table} in this report; choose among ${tables.map(({ name }) => name).join(', ')}.`,
        'table',
      )
    const answer = op.output.parse(await op.run(ctx, input.data))
    return written(flatten(chosen.row, chosen.rows(answer)))
  },
})

/** Some rows at a time, so that a long text never stands in memory at once. */
async function* written(rows: ReturnType<typeof flatten>): AsyncGenerator<string> {
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) yield toCsv(rows.slice(i, i + ROWS_AT_ONCE))
}
