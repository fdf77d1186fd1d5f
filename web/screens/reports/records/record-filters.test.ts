import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filtersOf, readRecordFilters } from './record-filters.ts'

test('The filters of a list are read from the address, and wrong ones are left out', () => {
  const days = { from: '2026-03-01', to: '2026-03-31' }
  assert.deepEqual(readRecordFilters({ ...days, sender: 'customer', weekday: '2', hour: '0' }), {
    ...days,
    sender: 'customer',
    weekday: 2,
    hour: 0,
  })
  assert.deepEqual(readRecordFilters({ ...days, sender: 'nadie', weekday: '8', hour: '24', x: '1' }), days)
  assert.deepEqual(readRecordFilters({ from: '2026-02-30', rating: '5.5', inbox_id: 'x', toString: 'x' }), {})
  assert.deepEqual(readRecordFilters({ rating: '5', answered_only: 'true', unassigned_only: 'no' }), {
    rating: 5,
    answered_only: true,
  })
})

test('A list uses its own filters only', () => {
  const search = readRecordFilters({ to: '2026-03-31', rating: '5', hour: '3', assignee: '7' })
  assert.deepEqual(filtersOf('messages', search), { to: '2026-03-31', hour: 3 })
  assert.deepEqual(filtersOf('csat_responses', search), { to: '2026-03-31', rating: 5, assignee: '7' })
})
