import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asView } from './as-view.ts'

test('labels, days and conditions become the conditions of a view', () => {
  const filters = { label: ['vip'], period: 'custom' as const, to: '2026-11-30', where: ['city:equal_to:Cali'] }
  assert.deepEqual(asView(filters)?.any[0]?.all, [
    { field: 'labels', operator: 'equal_to', values: ['vip'] },
    { field: 'created_at', operator: 'is_less_than', values: ['2026-12-01'] },
    { field: 'city', operator: 'equal_to', values: ['Cali'] },
  ])
})

test('a view that is narrowed keeps what it was; nothing makes no view', () => {
  const one = { field: 'city', operator: 'equal_to' as const, values: ['Cali'] }
  const two = { field: 'city', operator: 'equal_to' as const, values: ['Bogotá'] }
  const narrowed = asView({ label: ['vip'] }, { any: [{ all: [one] }, { all: [two] }] })
  assert.deepEqual(
    narrowed?.any.map(({ all }) => all.length),
    [2, 2],
  )
  assert.equal(asView({ q: 'ana', period: 'week' }), undefined)
})
