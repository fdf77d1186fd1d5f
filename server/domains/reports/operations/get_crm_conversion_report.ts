import { z } from 'zod'
import { Money, ReportDays } from '#contract/records/report.ts'
import { period_input } from '#contract/report-inputs.ts'
import { periodOf, previousOf, type Range } from '#contract/report-periods.ts'
import { id } from '#contract/scalars.ts'
import { holds } from '#domains/crm/pipeline-rules.ts'
import * as pipelines from '#domains/crm/pipelines.ts'
import { changes, conversion, outcome } from '#domains/reports/conversion-rules.ts'
import * as deals from '#domains/reports/deals.ts'
import { daysIn, headed, heading, ofPipeline, toNamed } from '#domains/reports/heading.ts'
import { pipeline_name } from '#domains/reports/inputs.ts'
import { named } from '#domains/reports/pipeline-rules.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

const count = z.int()
const percent = z.number().nullable()
const days = z.number().nullable()

const outcomes = {
  won: count.describe('Opportunities that are won, with their close date in the period'),
  lost: count.describe('Opportunities that are lost, with their close date in the period'),
  won_amount: Money.describe('What those won are worth'),
  lost_amount: Money.describe('What those lost would have been worth'),
  win_rate: percent.describe('Percent won of won and lost; null where nothing was closed'),
  win_rate_amount: percent.describe('The same by amount, in the report currency alone; null where that is 0'),
}

const Conversion = z.object({
  ...outcomes,
  avg_cycle_days: days.describe('Mean days from creation to closing of those won; null where none was'),
  median_cycle_days: days.describe('The middle one of those; of two middle ones their mean'),
  avg_cycle_days_lost: days.describe('Mean days from creation to closing of those lost'),
  median_cycle_days_lost: days.describe('The middle one of those'),
  avg_cycle_days_all: days.describe('Mean days from creation to closing of those won and lost'),
  median_cycle_days_all: days.describe('The middle one of those'),
  reopened: count.describe(
    'Opportunities last opened again in the period; while they are open they are neither won nor lost',
  ),
  data_quality: z.object({
    negative_cycles: count.describe('Closed before they were created, by their dates; they count as 0 days'),
    without_amount: count.describe('Won or lost without an amount'),
  }),
})

const change = percent.describe('Percent from the previous period; null where it was 0 or unknown')
const points = percent.describe('Difference to the previous period in percentage points; null where either is unknown')

export const get_crm_conversion_report = operation({
  summary: 'Compare won with lost opportunities closed in a period: win rate and mean cycle in days.',
  description:
    'By the close date, whenever they were created. compare_with_previous adds the comparable period before.',
  rest: 'GET /reports/conversion',
  permission: 'reports:read',
  analysis: () => true,
  input: z.strictObject({
    pipeline_name,
    ...period_input,
    compare_with_previous: z.boolean().optional().describe('Also tell the comparable previous period, and the changes'),
  }),
  output: z.object({
    days: heading.days,
    previous_days: ReportDays.nullable().describe('The comparable previous period; null where nothing is compared'),
    time_zone: heading.time_zone,
    pipeline: ofPipeline,
    current: Conversion.describe('The period asked for'),
    previous: Conversion.nullable().describe('The previous period; null where nothing is compared'),
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
      .describe('From the previous period to the one asked for; null where nothing is compared'),
    by_pipeline: z
      .array(z.object({ pipeline: z.object({ id, name: z.string() }), ...outcomes }))
      .describe('The period asked for, by pipeline'),
  }),

  async run(ctx, { pipeline_name: asked, compare_with_previous, ...period }) {
    const { account } = ctx.actor
    const range = periodOf(period, ctx.now, account.time_zone, reject)
    const before = compare_with_previous ? previousOf(range, ctx.now, account.time_zone) : null
    const all = (await pipelines.list(ctx)).filter((each) => holds(each, 'opportunities'))
    const pipeline = asked === undefined ? null : named(all, asked)
    const scope = { pipeline_id: pipeline?.id }
    const currency = pipeline?.default_currency ?? account.default_currency
    const read = async (days: Range) => {
      const [closed, cycles, reopened] = await Promise.all([
        deals.closed(ctx, scope, days),
        deals.cycles(ctx, scope, days),
        deals.reopened(ctx, scope, days),
      ])
      return { closed, told: conversion(closed, cycles, reopened, currency) }
    }
    const [current, previous] = await Promise.all([read(range), before && read(before)])
    return {
      ...headed(ctx, range),
      previous_days: before && daysIn(before),
      pipeline: pipeline && toNamed(pipeline),
      current: current.told,
      previous: previous && previous.told,
      changes: previous && changes(current.told, previous.told),
      by_pipeline: (pipeline ? [pipeline] : all).map((each) => ({
        pipeline: toNamed(each),
        ...outcome(
          current.closed.filter(({ pipeline_id }) => pipeline_id === each.id),
          each.default_currency,
        ),
      })),
    }
  },
})
