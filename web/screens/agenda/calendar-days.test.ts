import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysOf, stepped } from './calendar-days.ts'

test('a month shows whole weeks, and a week its seven days', () => {
  const month = daysOf('month', '2026-02-14')
  assert.equal(month.length, 35)
  assert.equal(month[0], '2026-01-26')
  assert.equal(month.at(-1), '2026-03-01')
  assert.deepEqual([daysOf('week', '2026-02-14')[0], daysOf('week', '2026-02-14').length], ['2026-02-09', 7])
})

test('a step leads to the week or month beside', () => {
  assert.equal(stepped('month', '2026-01-31', 1), '2026-02-01')
  assert.equal(stepped('month', '2026-01-31', -1), '2025-12-01')
  assert.equal(stepped('week', '2026-01-01', -1), '2025-12-25')
})
