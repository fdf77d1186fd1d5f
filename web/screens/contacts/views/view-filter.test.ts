import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toViewFilter } from './view-filter.ts'

test('Labels, dates and conditions become the conditions of a view', () => {
  const filters = { label: ['vip'], period: 'custom' as const, to: '2026-11-30', where: ['city:equal_to:Cali'] }
  assert.deepEqual(toViewFilter(filters)?.any[0]?.all, [
    { field: 'labels', operator: 'equal_to', values: ['vip'] },
    { field: 'created_at', operator: 'is_less_than', values: ['2026-12-01'] },
    { field: 'city', operator: 'equal_to', values: ['Cali'] },
  ])
})

test('Search text and moving periods alone make no view', () => {
  assert.equal(toViewFilter({ q: 'ana', period: 'week' }), undefined)
})
