import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Filter } from '#contract/filters.ts'
import { toFilter, toOpenFilter } from './filter-conditions.ts'

test('Without filters there are no conditions, and closed records are left out unless shown', () => {
  assert.equal(toFilter('leads', {}), undefined)
  assert.equal(toOpenFilter('leads', { closed: 'yes' }), undefined)
  const open = { field: 'status', operator: 'equal_to', values: ['open'] }
  assert.deepEqual(toOpenFilter('opportunities', {}), { any: [{ all: [open] }] })
})

test('Search text matches any naming field, combined with all other filters', () => {
  const filter = toOpenFilter('leads', { q: 'ana', owner: 'none', attention: 'overdue' })!
  assert.equal(filter.any.length, 7)
  for (const { all } of filter.any) {
    assert.deepEqual(
      all.map(({ operator }) => operator),
      ['is_not_present', 'days_before', 'contains', 'equal_to'],
    )
  }
  assert.ok(Filter.safeParse(filter).success)
})

test('Date and amount ranges include their bounds', () => {
  const [group] = toFilter('opportunities', {
    to: '2026-02-28',
    min: '100',
    max: '250.5',
    close_from: '2026-01-31',
  })!.any
  assert.deepEqual(
    group!.all.map(({ field, values }) => [field, values[0]]),
    [
      ['created_at', '2026-03-01'],
      ['expected_close_date', '2026-01-31'],
      ['amount', 99.99],
      ['amount', 250.51],
    ],
  )
})

test('Filters that only deals have are ignored for leads', () => {
  assert.equal(toFilter('leads', { close_to: '2026-02-28' }), undefined)
  assert.equal(toFilter('leads', { source: 'insta' })!.any[0]!.all[0]!.field, 'source')
  assert.equal(toFilter('opportunities', { source: 'insta' })!.any[0]!.all[0]!.field, 'utm_source')
})
