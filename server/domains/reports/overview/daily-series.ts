import { daysOf } from '#contract/report-periods.ts'
import { listDayCounts } from '#domains/reports/conversations/counts.ts'
import type { Measure } from '#domains/reports/rollup/report-rows.ts'
import { listCreatedByDay, listWonByDay } from './created-counts.ts'
import { type DayFigures, type Figure, type Point, toDaily } from './rules.ts'
import * as rules from '#domains/reports/rules.ts'
import type { ReportWindow } from '#domains/reports/date-range.ts'
import type { Context } from '#kernel/operation.ts'

/** Figure that each measure feeds. */
const figure_of_measure = {
  created: 'conversations',
  incoming: 'incoming_messages',
  human: 'human_messages',
  ai: 'ai_messages',
  resolved: 'resolved',
} as const satisfies Partial<Record<Measure, Figure>>

const created_kinds = ['contacts', 'leads', 'opportunities'] as const

/** Daily figures of the window and of the previous one, read together, and the revenue of the window. */
export async function readDailySeries(ctx: Context, { days, previous, inbox_id }: ReportWindow, currency: string) {
  const both = { ...days, from: previous.from, start: previous.start }
  const [counts, won, ...created] = await Promise.all([
    listDayCounts(ctx, Object.keys(figure_of_measure) as (keyof typeof figure_of_measure)[], both, inbox_id),
    listWonByDay(ctx, both, inbox_id),
    ...created_kinds.map((kind) => listCreatedByDay(ctx, kind, both, inbox_id)),
  ])
  const points: Point[] = [
    ...counts.map(({ measure, day, count }) => ({
      day,
      figure: figure_of_measure[measure as keyof typeof figure_of_measure],
      value: count,
    })),
    ...created.flatMap((rows, i) => rows.map(({ day, count }) => ({ day, figure: created_kinds[i]!, value: count }))),
    ...won.map(({ day, count }) => ({ day, figure: 'won' as const, value: count })),
    ...won
      .filter((each) => each.currency === currency)
      .map(({ day, amount }) => ({ day, figure: 'revenue' as const, value: amount })),
  ]
  const daily: DayFigures[] = toDaily(daysOf(days), points)
  return {
    daily,
    before: toDaily(daysOf(previous), points),
    revenue: rules.money(
      won.filter(({ day }) => day >= days.from),
      currency,
    ),
  }
}
