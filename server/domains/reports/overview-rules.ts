import { priorities, statuses } from '#contract/records/conversation.ts'
import { channels } from '#contract/records/inbox.ts'
import { rate, total } from '#domains/reports/rules.ts'

/** What is told of every day, and in sum of all of them. */
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

/** One row for every day, with a zero where there was nothing. What lies on other days is left out. */
export function toDaily(days: readonly string[], points: readonly Point[]): DayFigures[] {
  const byDay = new Map(days.map((day) => [day, { day, ...zeros }]))
  for (const { day, figure, value } of points) {
    const row = byDay.get(day)
    if (row) row[figure] = total([row, { [figure]: value } as Figures], figure)
  }
  return [...byDay.values()]
}

const zeros = Object.fromEntries(figures.map((figure) => [figure, 0])) as Figures

/** The sum of the days, so that a figure is never another than its series shows. */
export function inAll(daily: readonly Figures[]): Figures {
  return Object.fromEntries(figures.map((figure) => [figure, total(daily, figure)])) as Figures
}

const kinds = { status: statuses, priority: priorities, channel: channels }
type Kind = keyof typeof kinds
type Shared = { [K in Kind]: (typeof kinds)[K][number] } & { count: number }

/** How many of each kind, with every kind there is, and what share that is. */
export function breakDown<K extends Kind>(
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

/** The week, hour by hour: Monday first, every hour of it. */
export function toWeek(rows: readonly { weekday: number; hour: number; count: number }[]) {
  const known = new Map(rows.map(({ weekday, hour, count }) => [weekday * 24 + hour, count]))
  return Array.from({ length: 7 * 24 }, (_, i) => {
    const [weekday, hour] = [Math.floor(i / 24) + 1, i % 24]
    return { weekday, hour, count: known.get(weekday * 24 + hour) ?? 0 }
  })
}
