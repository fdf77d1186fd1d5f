import { z } from 'zod'
import { report_names } from '#contract/records/report-schedule.ts'
import { line } from '#contract/scalars.ts'
import { reports } from '#domains/reports/catalog.ts'
import { toReadable } from '#domains/reports/readable-table.ts'
import { byte_order_mark, csv_language, type CsvLanguage, toCsv } from '#kernel/csv.ts'
import { flatten, listTables } from '#domains/reports/table-rules.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import { invalidInput } from '#kernel/refusals.ts'
import { analyze_lead_response_times } from './analyze_lead_response_times.ts'
import { get_agents_report } from './get_agents_report.ts'
import { get_crm_agent_performance } from './get_crm_agent_performance.ts'
import { get_crm_conversion_report } from './get_crm_conversion_report.ts'
import { get_overview_report } from './get_overview_report.ts'

const BATCH = 1000

export const export_report = operation({
  summary: 'Export a table of a report as CSV, safe to open in a spreadsheet. Takes the parameters of that report.',
  description:
    'The rows equal those of the report; nested fields have dotted columns. Every report also has the table summary with its single figures.',
  rest: 'GET /reports/export',
  permission: 'reports:read',
  tool: false,
  analytics: () => true,
  streams: 'text/csv',
  audit: { without: [] },
  input: z.strictObject({
    // Parameters of all reports; the chosen one validates its own.
    ...get_overview_report.input.shape,
    ...get_agents_report.input.shape,
    ...get_crm_conversion_report.input.shape,
    ...get_crm_agent_performance.input.shape,
    ...analyze_lead_response_times.input.shape,
    language: csv_language,
    report: z.enum(report_names),
    table: line
      .optional()
      .describe('Name of a list in the report, such as daily or by_status. Default: its main table'),
  }),
  output: z.custom<AsyncIterable<string>>(),

  async run(ctx, { report, table, language, ...parameters }) {
    const [op, main] = reports[report]
    const input = op.input.safeParse(parameters)
    if (!input.success) throw invalidInput(input.error, parameters)
    const tables = listTables(op.output)
    const chosen =
      tables.find(({ name }) => name === (table ?? main)) ??
      reject(
        'invalid_value',
        `There is no table ${table} in this report; choose one of ${tables.map(({ name }) => name).join(', ')}.`,
        'table',
      )
    const result = op.output.parse(await op.run(ctx, input.data))
    const rows = flatten(chosen.row, chosen.rows(result))
    const { time_zone } = ctx.actor.account
    return toChunks(language ? toReadable(rows, language, time_zone) : rows, language)
  },
})

/** Streams the CSV in batches, so that it is never in memory at once. */
async function* toChunks(rows: ReturnType<typeof flatten>, language: CsvLanguage | undefined): AsyncGenerator<string> {
  if (language) yield byte_order_mark
  for (let i = 0; i < rows.length; i += BATCH) yield toCsv(rows.slice(i, i + BATCH), language)
}
