import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareConversions, toConversion, averageTicket } from './conversion-rules.ts'

const sum = (status: 'won' | 'lost', count: number, amount: number, more = {}) => ({
  status,
  currency: 'COP',
  count,
  amount,
  without_amount: 0,
  ...more,
})

test('Without closed deals there are no rates and no days', () => {
  const result = toConversion([], [], 0, 'COP')
  assert.deepEqual([result.won, result.lost, result.win_rate, result.win_rate_amount], [0, 0, null, null])
  assert.deepEqual(
    [result.avg_cycle_days, result.median_cycle_days_lost, result.avg_cycle_days_all],
    [null, null, null],
  )
})

test('Cycle days have one decimal, and data quality issues are counted', () => {
  const cycles = [
    { status: 'won', mean: 4.8333, median: 4, negative: 0 },
    { status: null, mean: 4.125, median: 3.04, negative: 2 },
  ] as const
  const result = toConversion([sum('won', 3, 10, { without_amount: 2 }), sum('lost', 1, 0)], cycles, 1, 'COP')
  assert.deepEqual([result.avg_cycle_days, result.median_cycle_days, result.avg_cycle_days_lost], [4.8, 4, null])
  assert.deepEqual([result.avg_cycle_days_all, result.median_cycle_days_all, result.reopened], [4.1, 3, 1])
  assert.deepEqual(result.data_quality, { negative_cycles: 2, without_amount: 2 })
})

test('The average ticket covers deals with an amount in one currency', () => {
  assert.equal(averageTicket([sum('won', 3, 10, { without_amount: 1 })], 'COP'), 5)
  assert.equal(averageTicket([sum('won', 3, 10), sum('won', 1, 99, { currency: 'USD' })], 'COP'), 3.33)
  assert.equal(averageTicket([sum('won', 2, 0, { without_amount: 2 })], 'COP'), null)
  assert.equal(averageTicket([], 'COP'), null)
})

test('Rates change in points, other figures in percent, and a change from 0 is null', () => {
  const now = toConversion([sum('won', 3, 30), sum('lost', 1, 10)], [], 2, 'COP')
  const before = toConversion([sum('won', 1, 20), sum('lost', 3, 20)], [], 0, 'COP')
  const result = compareConversions(now, before)
  assert.deepEqual([result.won, result.lost, result.won_amount], [200, -66.7, 50])
  assert.deepEqual([result.win_rate_points, result.win_rate_amount_points], [50, 25])
  assert.deepEqual([result.reopened, result.avg_cycle_days], [null, null])
  assert.equal(compareConversions(now, toConversion([], [], 0, 'COP')).win_rate_points, null)
})
