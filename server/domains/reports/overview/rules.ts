import { priorities, statuses } from '#contract/records/conversation.ts'
import { channels } from '#contract/channels.ts'
import { rate, total } from '#domains/reports/rules.ts'

/** Figures reported per day and in total. */
export const figures = [
  'conversations',
  'incoming_messages',
  'human_messages',
  'ai_messages',
  'resolved',
  'contacts',
  'leads',
  'opportunities',
  'won',
  'revenue',
] as const
export type Figure = (typeof figures)[number]
export type Figures = Record<Figure, number>
export type DayFigures = { day: string } & Figures

/** One figure of one day. */
export type Point = { day: string; figure: Figure; value: number }

/** One row per day, with zeros where nothing happened. Points of other days are ignored. */
export function toDaily(days: readonly string[], points: readonly Point[]): DayFigures[] {
  const byDay = new Map(days.map((day) => [day, { day, ...zeros }]))
  for (const { day, figure, value } of points) {
    const row = byDay.get(day)
    if (row) row[figure] = total([row, { [figure]: value } as Figures], figure)
  }
  return [...byDay.values()]
}

const zeros = Object.fromEntries(figures.map((figure) => [figure, 0])) as Figures

/** Sum over the days, so that a total always equals its series. */
export function sumDays(daily: readonly Figures[]): Figures {
  return Object.fromEntries(figures.map((figure) => [figure, total(daily, figure)])) as Figures
}

/** The longest series a tool shows by day, and by week. */
const MAX_DAYS = 62
const MAX_DAYS_BY_WEEK = 2 * 366

/** A report whose series is too long for a model's context has a row per week, from Monday, or per month instead. */
export function summarise<T extends { daily: readonly DayFigures[] }>(report: T): object {
  const { daily, ...rest } = report
  if (daily.length <= MAX_DAYS) return report
  const isWeekly = daily.length <= MAX_DAYS_BY_WEEK
  const parts = Map.groupBy(daily, ({ day }) => (isWeekly ? mondayOf(day) : day.slice(0, 7))).values()
  const rows = [...parts].map((days) => ({ from: days[0]!.day, to: days.at(-1)!.day, ...sumDays(days) }))
  return {
    ...rest,
    [isWeekly ? 'weekly' : 'monthly']: rows,
    note: `The series has a row per ${isWeekly ? 'week' : 'month'}; ask for at most ${MAX_DAYS} days to get one per day.`,
  }
}

function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}

const kinds = { status: statuses, priority: priorities, channel: channels }
type Kind = keyof typeof kinds
type Shared = { [K in Kind]: (typeof kinds)[K][number] } & { count: number }

/** Count and share of every value of a kind, including zeros. */
export function toBreakdown<K extends Kind>(
  rows: readonly Shared[],
  kind: K,
): ({ [P in K]: Shared[K] } & { count: number; share: number | null })[] {
  const all = total(rows, 'count')
  return kinds[kind].map((value) => {
    const own = rows.filter((row) => row[kind] === value)
    const count = total(own, 'count')
    return { [kind]: value, count, share: rate(count, all) } as { [P in K]: Shared[K] } & {
      count: number
      share: number | null
    }
  })
}

/** All 168 hours of the week, Monday first. */
export function toWeekHours(rows: readonly { weekday: number; hour: number; count: number }[]) {
  const known = new Map(rows.map(({ weekday, hour, count }) => [weekday * 24 + hour, count]))
  return Array.from({ length: 7 * 24 }, (_, i) => {
    const [weekday, hour] = [Math.floor(i / 24) + 1, i % 24]
    return { weekday, hour, count: known.get(weekday * 24 + hour) ?? 0 }
  })
}
