import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asInput, isFiltered, readFilters } from './contact-filters.ts'

test('an address anyone may have typed gives filters that make sense', () => {
  const typed = { q: 'ana', label: 'vip', period: 'fortnight' as 'week', from: 'yesterday' }
  assert.deepEqual(readFilters(typed), { q: 'ana', label: ['vip'] })
  assert.equal(isFiltered(readFilters({ period: 'all_time' })), false)
})

test('days are asked for only within a custom period', () => {
  assert.deepEqual(readFilters({ period: 'week', from: '2026-11-01' }), { period: 'week' })
  const filters = readFilters({ period: 'custom', from: '2026-11-01' })
  assert.deepEqual(asInput(filters), { period: 'custom', date_from: '2026-11-01' })
})

test('a custom period without days does not filter yet', () => {
  const filters = readFilters({ period: 'custom' })
  assert.equal(isFiltered(filters), true)
  assert.deepEqual(asInput(filters), {})
})

test('conditions, a view and an order are asked for as they are written', () => {
  const filters = readFilters({ where: ['city:equal_to:Bogotá', 'nonsense'], open: 'no', view: '4', sort: 'name' })
  assert.deepEqual(asInput(filters), {
    has_open_conversation: false,
    filter: { any: [{ all: [{ field: 'city', operator: 'equal_to', values: ['Bogotá'] }] }] },
    view_id: '4',
  })
  assert.equal(isFiltered(filters), true)
})

test('an order and what is shown of a contact leave nobody out', () => {
  assert.equal(isFiltered(readFilters({ sort: '-name', tab: 'timeline', show: 'notes' })), false)
})
