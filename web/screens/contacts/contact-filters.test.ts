import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toInput, isFiltered, readContactFilters } from './contact-filters.ts'

test('Invalid URL parameters are dropped', () => {
  const typed = { q: 'ana', label: 'vip', period: 'fortnight' as 'week', from: 'yesterday' }
  assert.deepEqual(readContactFilters(typed), { q: 'ana', label: ['vip'] })
  assert.equal(isFiltered(readContactFilters({ period: 'all_time' })), false)
})

test('Dates count only within a custom period', () => {
  assert.deepEqual(readContactFilters({ period: 'week', from: '2026-11-01' }), { period: 'week' })
  const filters = readContactFilters({ period: 'custom', from: '2026-11-01' })
  assert.deepEqual(toInput(filters), { period: 'custom', date_from: '2026-11-01' })
})

test('A custom period without dates does not filter yet', () => {
  const filters = readContactFilters({ period: 'custom' })
  assert.equal(isFiltered(filters), true)
  assert.deepEqual(toInput(filters), {})
})

test('Conditions and a view become operation input', () => {
  const filters = readContactFilters({
    where: ['city:equal_to:Bogotá', 'nonsense'],
    open: 'no',
    view: '4',
    sort: 'name',
  })
  assert.deepEqual(toInput(filters), {
    has_open_conversation: false,
    filter: { any: [{ all: [{ field: 'city', operator: 'equal_to', values: ['Bogotá'] }] }] },
    view_id: '4',
  })
  assert.equal(isFiltered(filters), true)
})

test('The order and the open tab are not filters', () => {
  assert.equal(isFiltered(readContactFilters({ sort: '-name', tab: 'timeline', show: 'notes' })), false)
})
