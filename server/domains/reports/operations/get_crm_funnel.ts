import { z } from 'zod'
import { stage_types } from '#contract/records/crm.ts'
import { Money } from '#contract/records/report.ts'
import { period_input } from '#contract/report-inputs.ts'
import { periodOf } from '#contract/report-periods.ts'
import { id } from '#contract/scalars.ts'
import * as pipelines from '#domains/crm/pipelines/store.ts'
import { listCohort } from '#domains/reports/sales/deals.ts'
import { inStagesOfType, lostByStage, toSteps } from '#domains/reports/sales/funnel-rules.ts'
import { toHeader, headerFields, toRef } from '#domains/reports/header.ts'
import { pipeline_name } from '#domains/reports/inputs.ts'
import { choosePipeline } from '#domains/reports/sales/pipeline-rules.ts'
import { money, total } from '#domains/reports/rules.ts'
import { labelsIn } from '#domains/reports/labels.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

const count = z.int()
const percent = z.number().nullable()
const named = z.object({ id, name: z.string() })
const countAndAmount = z.object({ count, amount: Money })

export const get_crm_funnel = operation({
  summary: 'Show the funnel of a pipeline: opportunities, amount and conversion to the next stage, per stage.',
  description:
    'Covers opportunities created in the period that are in the pipeline now. Default: the default pipeline.',
  rest: 'GET /reports/funnel',
  permission: 'reports:read',
  analytics: () => true,
  input: z.strictObject({
    pipeline_name: pipeline_name.describe(
      'Pipeline name or part of it, ignoring case and accents. Default: the default pipeline',
    ),
    ...period_input,
  }),
  output: z.object({
    ...headerFields,
    pipeline: named.describe('The pipeline of the report'),
    total: countAndAmount.describe('All opportunities of the pipeline created in the period'),
    won: countAndAmount.describe('Of these, won now'),
    lost: countAndAmount.describe('Of these, lost now'),
    stages: z
      .array(
        z.object({
          stage: named.extend({ type: z.enum(stage_types) }),
          count: count.describe('Opportunities in this stage now; all stages add up to the total'),
          amount: Money.describe('Amount of these'),
          reached_count: count
            .nullable()
            .describe('Opportunities that ever reached this stage or a later one; null for a lost stage'),
          reached_amount: Money.nullable().describe('Amount of these; null for a lost stage'),
          conversion_to_next: percent.describe(
            'Percent of those that reached this stage that also reached the next or, from the last open stage, were won; null for won and lost stages, and if none reached it',
          ),
          cumulative_conversion: percent.describe(
            'Percent of those that reached the first stage; null for a lost stage',
          ),
        }),
      )
      .describe('Stages of the pipeline in order'),
    lost_from: z
      .array(
        z.object({
          stage: named.nullable().describe('Last open stage they were in; null if unknown'),
          name: z.string().describe('Display name of the stage, or a label for unknown'),
          count: count.describe('Opportunities lost now'),
          amount: Money.describe('Amount of these'),
        }),
      )
      .describe('Stages from which opportunities were lost'),
  }),

  async run(ctx, { pipeline_name: name, ...period }) {
    const { account } = ctx.actor
    const range = periodOf(period, ctx.now, account.time_zone, reject)
    const all = await pipelines.list(ctx)
    const pipeline = choosePipeline(all, name)
    const groups = await listCohort(ctx, { pipeline_id: pipeline.id }, range)
    const { stages, default_currency: currency } = pipeline
    const summarise = (own: typeof groups) => ({ count: total(own, 'count'), amount: money(own, currency) })
    const elsewhere = all.filter(({ id: other }) => other !== pipeline.id).flatMap((each) => each.stages)
    return {
      ...toHeader(ctx, range),
      pipeline: toRef(pipeline),
      total: summarise(groups),
      won: summarise(inStagesOfType(stages, groups, 'won')),
      lost: summarise(inStagesOfType(stages, groups, 'lost')),
      stages: toSteps(stages, groups, currency),
      lost_from: lostByStage(stages, elsewhere, groups, currency).map((each) => ({
        ...each,
        name: each.stage?.name ?? labelsIn(account.locale).unknown_stage,
      })),
    }
  },
  async note() {
    return (
      'Counts opportunities created in the period by the stage they are in now, as one cohort. ' +
      'Deals won and lost in a period, by close date: get_crm_conversion_report; from conversations and leads to sales: get_crm_report.'
    )
  },
})
