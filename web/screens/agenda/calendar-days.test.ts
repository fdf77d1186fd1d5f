import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visibleDays, stepDay } from './calendar-days.ts'

test('A month shows whole weeks, and a week its seven days', () => {
  const month = visibleDays('month', '2026-02-14')
  assert.equal(month.length, 35)
  assert.equal(month[0], '2026-01-26')
  assert.equal(month.at(-1), '2026-03-01')
  assert.deepEqual([visibleDays('week', '2026-02-14')[0], visibleDays('week', '2026-02-14').length], ['2026-02-09', 7])
})

test('A step leads to the next or previous week or month', () => {
  assert.equal(stepDay('month', '2026-01-31', 1), '2026-02-01')
  assert.equal(stepDay('month', '2026-01-31', -1), '2025-12-01')
  assert.equal(stepDay('week', '2026-01-01', -1), '2025-12-25')
})
