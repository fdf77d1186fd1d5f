import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '#contract/periods.ts'
import { toPoints } from './series.ts'

const days = (count: number, from = '2026-01-01') =>
  Array.from({ length: count }, (_, i) => ({ day: addDays(from, i), value: 1 }))

test('A month has one point per day, next to the same day of the previous period', () => {
  const { span, points } = toPoints(days(30, '2026-01-31'), days(30))
  assert.equal(span, 1)
  assert.equal(points.length, 30)
  assert.deepEqual(points[0], {
    from: '2026-01-31',
    to: '2026-01-31',
    value: 1,
    previous: { from: '2026-01-01', to: '2026-01-01', value: 1 },
  })
})

test('A year has one point per week and the total stays the same', () => {
  const { span, points } = toPoints(days(365))
  assert.equal(span, 7)
  assert.equal(
    points.reduce((sum, { value }) => sum + value, 0),
    365,
  )
  assert.equal(points[0]?.value, 1)
  assert.equal(points.at(-1)?.to, '2026-12-31')
})

test('No days make no points', () => {
  assert.deepEqual(toPoints([]).points, [])
})
