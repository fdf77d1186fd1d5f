import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Filter } from '#contract/filters.ts'
import { asFilter, asOpenFilter } from './conditions.ts'

test('nothing looked for asks for nothing, and closed ones are left out unless wanted', () => {
  assert.equal(asFilter('leads', {}), undefined)
  assert.equal(asOpenFilter('leads', { closed: 'yes' }), undefined)
  const open = { field: 'status', operator: 'equal_to', values: ['open'] }
  assert.deepEqual(asOpenFilter('opportunities', {}), { any: [{ all: [open] }] })
})

test('words are looked for in every field that names it, together with all other conditions', () => {
  const filter = asOpenFilter('leads', { q: 'ana', owner: 'none', attention: 'overdue' })!
  assert.equal(filter.any.length, 7)
  for (const { all } of filter.any) {
    assert.deepEqual(
      all.map(({ operator }) => operator),
      ['is_not_present', 'days_before', 'contains', 'equal_to'],
    )
  }
  assert.ok(Filter.safeParse(filter).success)
})

test('the last day and the bounds of an amount are included', () => {
  const [group] = asFilter('opportunities', {
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

test('what only deals have is not asked of leads', () => {
  assert.equal(asFilter('leads', { close_to: '2026-02-28' }), undefined)
  assert.equal(asFilter('leads', { source: 'insta' })!.any[0]!.all[0]!.field, 'source')
  assert.equal(asFilter('opportunities', { source: 'insta' })!.any[0]!.all[0]!.field, 'utm_source')
})
