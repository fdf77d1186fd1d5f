import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { breakDown, type Figure, figures, inAll, type Point, toDaily, toWeek } from '#domains/reports/overview-rules.ts'

const days = ['2026-03-01', '2026-03-02', '2026-03-03']

test('every day has a row, what lies on others is left out, and what is of one day is added up', () => {
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
  assert.deepEqual([inAll(daily).revenue, inAll(daily).won], [0.3, 1])
})

test('a figure is the sum of its days, whatever they are', () => {
  const point = fc.record({
    day: fc.constantFrom(...days),
    figure: fc.constantFrom<Figure>(...figures),
    value: fc.nat(1_000_000),
  })
  fc.assert(
    fc.property(fc.array(point, { maxLength: 50 }), (points) => {
      const all = inAll(toDaily(days, points))
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

test('a breakdown has everything there is, in its order, and shares only where there is something', () => {
  const rows = [
    { status: 'open', priority: 'none', channel: 'api', count: 2 },
    { status: 'open', priority: 'high', channel: 'email', count: 1 },
  ] as const
  assert.deepEqual(breakDown(rows, 'priority'), [
    { priority: 'urgent', count: 0, share: 0 },
    { priority: 'high', count: 1, share: 33.3 },
    { priority: 'medium', count: 0, share: 0 },
    { priority: 'low', count: 0, share: 0 },
    { priority: 'none', count: 2, share: 66.7 },
  ])
  assert.ok(breakDown([], 'status').every(({ count, share }) => count === 0 && share === null))
})

test('the week has 168 hours, Monday 0 h first', () => {
  const week = toWeek([{ weekday: 7, hour: 23, count: 4 }])
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
