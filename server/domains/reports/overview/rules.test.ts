import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { toBreakdown, type Figure, figures, sumDays, summarise, type Point, toDaily, toWeekHours } from './rules.ts'

const days = ['2026-03-01', '2026-03-02', '2026-03-03']

test('Every day has a row, other days are ignored, and points of one day are summed', () => {
  const points: Point[] = [
    { day: '2026-03-02', figure: 'revenue', value: 0.1 },
    { day: '2026-03-02', figure: 'revenue', value: 0.2 },
    { day: '2026-03-04', figure: 'won', value: 9 },
    { day: '2026-03-03', figure: 'won', value: 1 },
  ]
  const daily = toDaily(days, points)
  assert.deepEqual(
    daily.map(({ day, revenue, won, leads }) => [day, revenue, won, leads]),
    [
      ['2026-03-01', 0, 0, 0],
      ['2026-03-02', 0.3, 0, 0],
      ['2026-03-03', 0, 1, 0],
    ],
  )
  assert.deepEqual([sumDays(daily).revenue, sumDays(daily).won], [0.3, 1])
})

test('A long series has a row per week, from Monday, and a very long one a row per month', () => {
  const series = (count: number) =>
    toDaily(
      Array.from({ length: count }, (_, i) => new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10)),
      [{ day: '2026-01-05', figure: 'won', value: 2 }],
    )
  type Rows = { from: string; to: string; won: number }[]
  type Summary = { daily?: unknown; weekly?: Rows; monthly?: Rows; note?: string }
  const short = { daily: series(62) }
  assert.equal(summarise(short), short)
  const year = summarise({ daily: series(365) }) as Summary
  assert.deepEqual([year.daily, year.monthly, year.weekly!.length], [undefined, undefined, 53])
  assert.deepEqual(
    year.weekly!.slice(0, 2).map(({ from, to, won }) => [from, to, won]),
    [
      ['2026-01-01', '2026-01-04', 0],
      ['2026-01-05', '2026-01-11', 2],
    ],
  )
  assert.equal(year.weekly!.at(-1)!.to, '2026-12-31')
  assert.match(year.note!, /a row per week; ask for at most 62 days/)
  const decade = summarise({ daily: series(3660) }) as Summary
  assert.deepEqual([decade.weekly, decade.monthly!.length], [undefined, 121])
  assert.deepEqual(
    [decade.monthly![0]!.from, decade.monthly![0]!.to, decade.monthly![0]!.won],
    ['2026-01-01', '2026-01-31', 2],
  )
})

test('A figure is the sum of its days', () => {
  const point = fc.record({
    day: fc.constantFrom(...days),
    figure: fc.constantFrom<Figure>(...figures),
    value: fc.nat(1_000_000),
  })
  fc.assert(
    fc.property(fc.array(point, { maxLength: 50 }), (points) => {
      const all = sumDays(toDaily(days, points))
      for (const figure of figures) {
        const own = points.filter((each) => each.figure === figure)
        assert.equal(
          all[figure],
          own.reduce((sum, { value }) => sum + value, 0),
        )
      }
    }),
  )
})

test('A breakdown lists every value in order, with shares only if there is data', () => {
  const rows = [
    { status: 'open', priority: 'none', channel: 'api', count: 2 },
    { status: 'open', priority: 'high', channel: 'email', count: 1 },
  ] as const
  assert.deepEqual(toBreakdown(rows, 'priority'), [
    { priority: 'urgent', count: 0, share: 0 },
    { priority: 'high', count: 1, share: 33.3 },
    { priority: 'medium', count: 0, share: 0 },
    { priority: 'low', count: 0, share: 0 },
    { priority: 'none', count: 2, share: 66.7 },
  ])
  assert.ok(toBreakdown([], 'status').every(({ count, share }) => count === 0 && share === null))
})

test('The week has 168 hours, starting Monday 0 h', () => {
  const week = toWeekHours([{ weekday: 7, hour: 23, count: 4 }])
  assert.equal(week.length, 168)
  assert.deepEqual(
    [week[0], week[24], week[167]],
    [
      { weekday: 1, hour: 0, count: 0 },
      { weekday: 2, hour: 0, count: 0 },
      { weekday: 7, hour: 23, count: 4 },
    ],
  )
})
