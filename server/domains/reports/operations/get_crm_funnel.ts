import { z } from 'zod'
import { stage_types } from '#contract/records/crm.ts'
import { Money } from '#contract/records/report.ts'
import { period_input } from '#contract/report-inputs.ts'
import { periodOf } from '#contract/report-periods.ts'
import { id } from '#contract/scalars.ts'
import * as pipelines from '#domains/crm/pipelines.ts'
import { cohort } from '#domains/reports/deals.ts'
import { countOf, inType, lostFrom, steps } from '#domains/reports/funnel-rules.ts'
import { headed, heading, toNamed } from '#domains/reports/heading.ts'
import { pipeline_name } from '#domains/reports/inputs.ts'
import { chosen } from '#domains/reports/pipeline-rules.ts'
import { money } from '#domains/reports/rules.ts'
import { wordsIn } from '#domains/reports/words.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

const count = z.int()
const percent = z.number().nullable()
const named = z.object({ id, name: z.string() })
const counted = z.object({ count, amount: Money })

export const get_crm_funnel = operation({
  summary: 'Show the funnel of a pipeline: per stage the opportunities, their amount and how many go on to the next.',
  description:
    'It is about the opportunities created within the period that are in the pipeline now. Without pipeline_name it is the default pipeline.',
  rest: 'GET /reports/funnel',
  permission: 'reports:read',
  analysis: () => true,
  input: z.strictObject({
    pipeline_name: pipeline_name.describe(
      'Pipeline by its name, or a part of it, without regard to case or accents. Default: the default pipeline',
    ),
    ...period_input,
  }),
  output: z.object({
    ...heading,
    pipeline: named.describe('The pipeline it is about'),
    total: counted.describe('All opportunities of the pipeline created in the period'),
    won: counted.describe('Those that are won now'),
    lost: counted.describe('Those that are lost now'),
    stages: z
      .array(
        z.object({
          stage: named.extend({ type: z.enum(stage_types) }),
          count: count.describe('Opportunities that are in this stage now; over all stages they add up to the total'),
          amount: Money.describe('What those are worth'),
          reached_count: count
            .nullable()
            .describe(
              'Opportunities whose furthest stage ever is this one or a later one, whatever became of them; null for a lost stage',
            ),
          reached_amount: Money.nullable().describe('What those that reached it are worth; null for a lost stage'),
          conversion_to_next: percent.describe(
            'Percent of those that reached this stage that also reached the next, after the last open one that were won; null for won and lost stages, and where nothing reached it',
          ),
          cumulative_conversion: percent.describe(
            'Percent of those that reached the first stage that reached this one; null for a lost stage',
          ),
        }),
      )
      .describe('The stages of the pipeline in their order'),
    lost_from: z
      .array(
        z.object({
          stage: named.nullable().describe('The last open stage they were in; null where that is not known any more'),
          name: z.string().describe('How the stage is shown; says so where none is known'),
          count: count.describe('Opportunities that are lost now'),
          amount: Money.describe('What those would have been worth'),
        }),
      )
      .describe('From which stages those that are lost now were lost'),
  }),

  async run(ctx, { pipeline_name: asked, ...period }) {
    const { account } = ctx.actor
    const range = periodOf(period, ctx.now, account.time_zone, reject)
    const all = await pipelines.list(ctx)
    const pipeline = chosen(all, asked)
    const groups = await cohort(ctx, { pipeline_id: pipeline.id }, range)
    const { stages, default_currency: currency } = pipeline
    const told = (own: typeof groups) => ({ count: countOf(own), amount: money(own, currency) })
    const elsewhere = all.filter(({ id: other }) => other !== pipeline.id).flatMap((each) => each.stages)
    return {
      ...headed(ctx, range),
      pipeline: toNamed(pipeline),
      total: told(groups),
      won: told(inType(stages, groups, 'won')),
      lost: told(inType(stages, groups, 'lost')),
      stages: steps(stages, groups, currency),
      lost_from: lostFrom(stages, elsewhere, groups, currency).map((each) => ({
        ...each,
        name: each.stage?.name ?? wordsIn(account.locale).unknown_stage,
      })),
    }
  },
})
