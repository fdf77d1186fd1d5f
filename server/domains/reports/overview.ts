import { daysOf } from '#contract/report-periods.ts'
import { listDayCounts } from '#domains/reports/activity.ts'
import type { Measure } from '#domains/reports/counts.ts'
import { listMade, listWon } from '#domains/reports/newcomers.ts'
import { type DayFigures, type Figure, type Point, toDaily } from '#domains/reports/overview-rules.ts'
import * as rules from '#domains/reports/rules.ts'
import type { Window } from '#domains/reports/windows.ts'
import type { Context } from '#kernel/operation.ts'

/** Which figure is made of which count. */
const measured = {
  created: 'conversations',
  incoming: 'incoming_messages',
  human: 'human_messages',
  ai: 'ai_messages',
  resolved: 'resolved',
} as const satisfies Partial<Record<Measure, Figure>>

const made = ['contacts', 'leads', 'opportunities'] as const

/** The figures of every day of the window and of those before it, and what was won in each. Both are read as one. */
export async function readSeries(ctx: Context, { days, previous, inbox_id }: Window, currency: string) {
  const both = { ...days, from: previous.from, start: previous.start }
  const [counts, won, ...newcomers] = await Promise.all([
    listDayCounts(ctx, Object.keys(measured) as (keyof typeof measured)[], both, inbox_id),
    listWon(ctx, both, inbox_id),
    ...made.map((what) => listMade(ctx, what, both, inbox_id)),
  ])
  const points: Point[] = [
    ...counts.map(({ measure, day, count }) => ({
      day,
      figure: measured[measure as keyof typeof measured],
      value: count,
    })),
    ...newcomers.flatMap((rows, i) => rows.map(({ day, count }) => ({ day, figure: made[i]!, value: count }))),
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
