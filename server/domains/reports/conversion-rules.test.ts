import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changes, conversion, ticket } from '#domains/reports/conversion-rules.ts'

const sum = (status: 'won' | 'lost', count: number, amount: number, more = {}) => ({
  status,
  currency: 'COP',
  count,
  amount,
  without_amount: 0,
  ...more,
})

test('without anything closed there are no rates and no days', () => {
  const told = conversion([], [], 0, 'COP')
  assert.deepEqual([told.won, told.lost, told.win_rate, told.win_rate_amount], [0, 0, null, null])
  assert.deepEqual([told.avg_cycle_days, told.median_cycle_days_lost, told.avg_cycle_days_all], [null, null, null])
})

test('days are told with one decimal, and what is odd about the data is counted', () => {
  const cycles = [
    { status: 'won', mean: 4.8333, median: 4, negative: 0 },
    { status: null, mean: 4.125, median: 3.04, negative: 2 },
  ] as const
  const told = conversion([sum('won', 3, 10, { without_amount: 2 }), sum('lost', 1, 0)], cycles, 1, 'COP')
  assert.deepEqual([told.avg_cycle_days, told.median_cycle_days, told.avg_cycle_days_lost], [4.8, 4, null])
  assert.deepEqual([told.avg_cycle_days_all, told.median_cycle_days_all, told.reopened], [4.1, 3, 1])
  assert.deepEqual(told.data_quality, { negative_cycles: 2, without_amount: 2 })
})

test('the mean amount is of deals that have one, in one currency', () => {
  assert.equal(ticket([sum('won', 3, 10, { without_amount: 1 })], 'COP'), 5)
  assert.equal(ticket([sum('won', 3, 10), sum('won', 1, 99, { currency: 'USD' })], 'COP'), 3.33)
  assert.equal(ticket([sum('won', 2, 0, { without_amount: 2 })], 'COP'), null)
  assert.equal(ticket([], 'COP'), null)
})

test('rates change by points, everything else by percent, and from nothing there is no change to tell', () => {
  const now = conversion([sum('won', 3, 30), sum('lost', 1, 10)], [], 2, 'COP')
  const before = conversion([sum('won', 1, 20), sum('lost', 3, 20)], [], 0, 'COP')
  const told = changes(now, before)
  assert.deepEqual([told.won, told.lost, told.won_amount], [200, -66.7, 50])
  assert.deepEqual([told.win_rate_points, told.win_rate_amount_points], [50, 25])
  assert.deepEqual([told.reopened, told.avg_cycle_days], [null, null])
  assert.equal(changes(now, conversion([], [], 0, 'COP')).win_rate_points, null)
})
