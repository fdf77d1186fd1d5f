import { z } from 'zod'
import { Money, ReportDays } from '#contract/records/report.ts'
import { period_input } from '#contract/report-inputs.ts'
import { periodOf, previousOf, type Range } from '#contract/report-periods.ts'
import { id } from '#contract/scalars.ts'
import { accepts } from '#domains/crm/pipelines/rules.ts'
import * as pipelines from '#domains/crm/pipelines/store.ts'
import { compareConversions, toConversion, toOutcomes } from '#domains/reports/sales/conversion-rules.ts'
import * as deals from '#domains/reports/sales/deals.ts'
import { toDays, toHeader, headerFields, pipelineField, toRef } from '#domains/reports/header.ts'
import { pipeline_name } from '#domains/reports/inputs.ts'
import { matchPipeline } from '#domains/reports/sales/pipeline-rules.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

const count = z.int()
const percent = z.number().nullable()
const days = z.number().nullable()

const outcomes = {
  won: count.describe('Opportunities won, by close date'),
  lost: count.describe('Opportunities lost, by close date'),
  won_amount: Money.describe('Amount of the won opportunities'),
  lost_amount: Money.describe('Amount of the lost opportunities'),
  win_rate: percent.describe('Percent won of all closed; null if none was closed'),
  win_rate_amount: percent.describe('The same by amount, in the report currency only; null if that is 0'),
}

const Conversion = z.object({
  ...outcomes,
  avg_cycle_days: days.describe('Mean days from creation to closing of won opportunities; null if none was won'),
  median_cycle_days: days.describe('Median of these'),
  avg_cycle_days_lost: days.describe('Mean days from creation to closing of lost opportunities'),
  median_cycle_days_lost: days.describe('Median of these'),
  avg_cycle_days_all: days.describe('Mean days from creation to closing of all closed opportunities'),
  median_cycle_days_all: days.describe('Median of these'),
  reopened: count.describe('Opportunities last reopened in the period; open ones count neither as won nor as lost'),
  data_quality: z.object({
    negative_cycles: count.describe('Opportunities with a close date before their creation; they count as 0 days'),
    without_amount: count.describe('Closed opportunities without an amount'),
  }),
})

const change = percent.describe('Change from the previous period in percent; null if that was 0 or unknown')
const points = percent.describe('Difference to the previous period in percentage points; null if either is unknown')

export const get_crm_conversion_report = operation({
  summary: 'Compare won and lost opportunities closed in a period: win rate and cycle in days.',
  description: 'By close date, whenever created. compare_with_previous adds the comparable previous period.',
  rest: 'GET /reports/conversion',
  permission: 'reports:read',
  analytics: () => true,
  input: z.strictObject({
    pipeline_name,
    ...period_input,
    compare_with_previous: z.boolean().optional().describe('Add the comparable previous period and the changes'),
  }),
  output: z.object({
    days: headerFields.days,
    previous_days: ReportDays.nullable().describe('The comparable previous period; null without comparison'),
    time_zone: headerFields.time_zone,
    pipeline: pipelineField,
    current: Conversion.describe('The requested period'),
    previous: Conversion.nullable().describe('The previous period; null without comparison'),
    changes: z
      .object({
        won: change,
        lost: change,
        won_amount: change,
        lost_amount: change,
        win_rate_points: points,
        win_rate_amount_points: points,
        avg_cycle_days: change,
        median_cycle_days: change,
        reopened: change,
      })
      .nullable()
      .describe('Changes from the previous period; null without comparison'),
    by_pipeline: z
      .array(z.object({ pipeline: z.object({ id, name: z.string() }), ...outcomes }))
      .describe('The requested period by pipeline'),
  }),

  async run(ctx, { pipeline_name: name, compare_with_previous, ...period }) {
    const { account } = ctx.actor
    const range = periodOf(period, ctx.now, account.time_zone, reject)
    const before = compare_with_previous ? previousOf(range, ctx.now, account.time_zone) : null
    const all = (await pipelines.list(ctx)).filter((each) => accepts(each, 'opportunities'))
    const pipeline = name === undefined ? null : matchPipeline(all, name)
    const scope = { pipeline_id: pipeline?.id }
    const currency = pipeline?.default_currency ?? account.default_currency
    const read = async (days: Range) => {
      const [closed, cycles, reopened] = await Promise.all([
        deals.listClosed(ctx, scope, days),
        deals.listCycles(ctx, scope, days),
        deals.countReopened(ctx, scope, days),
      ])
      return { closed, conversion: toConversion(closed, cycles, reopened, currency) }
    }
    const [current, previous] = await Promise.all([read(range), before && read(before)])
    return {
      ...toHeader(ctx, range),
      previous_days: before && toDays(before),
      pipeline: pipeline && toRef(pipeline),
      current: current.conversion,
      previous: previous && previous.conversion,
      changes: previous && compareConversions(current.conversion, previous.conversion),
      by_pipeline: (pipeline ? [pipeline] : all).map((each) => ({
        pipeline: toRef(each),
        ...toOutcomes(
          current.closed.filter(({ pipeline_id }) => pipeline_id === each.id),
          each.default_currency,
        ),
      })),
    }
  },
  async note() {
    return (
      'Counts opportunities closed in the period, by close date, whenever they were created; win_rate is won of closed. ' +
      'How far the deals created in a period got: get_crm_funnel; how many leads became sales: lead_to_won_cohort of get_crm_report.'
    )
  },
})
