import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readReportFilters } from './report-filters.ts'

test('Invalid filters in an address are dropped', () => {
  const typed = { period: 'fortnight' as 'today', compare: 'no' as 'off', inbox: 'x', agent: '7', source: ' ' }
  assert.deepEqual(readReportFilters(typed), { agent: '7' })
})

test('The default period is left out of the address', () => {
  assert.deepEqual(readReportFilters({ period: 'last_30_days' }), {})
  assert.deepEqual(readReportFilters({ period: 'all', compare: 'off' }), { period: 'all', compare: 'off' })
})

test('Dates are read only for a custom period, and only if they exist', () => {
  assert.deepEqual(readReportFilters({ period: 'today', from: '2026-11-01' }), { period: 'today' })
  const typed = { period: 'custom', from: '2026-02-30', to: '2026-11-01' } as const
  assert.deepEqual(readReportFilters(typed), { period: 'custom', to: '2026-11-01' })
})
