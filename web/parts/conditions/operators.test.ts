import assert from 'node:assert/strict'
import { test } from 'node:test'
import { about, written } from './operators.ts'

test('another field keeps the comparison where it fits', () => {
  assert.deepEqual(about('city', 'text', 'contains'), { field: 'city', operator: 'contains', values: [''] })
  assert.deepEqual(about('status', 'choice', 'contains'), { field: 'status', operator: 'equal_to', values: [] })
  assert.deepEqual(about('unread', 'boolean', 'equal_to'), { field: 'unread', operator: 'equal_to', values: [true] })
})

test('what nobody wrote is not sent', () => {
  const city = { field: 'city', operator: 'equal_to' as const, values: ['Cali', ''] }
  assert.deepEqual(written({ any: [{ all: [city] }, { all: [] }] }), {
    any: [{ all: [{ ...city, values: ['Cali'] }] }],
  })
  assert.equal(written({ any: [{ all: [] }] }), null)
  assert.equal(written(null), null)
})
