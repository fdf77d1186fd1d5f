import assert from 'node:assert/strict'
import { test } from 'node:test'
import { about, withoutEmpty } from './operators.ts'

test('Changing the field keeps the operator if it fits', () => {
  assert.deepEqual(about('city', 'text', 'contains'), { field: 'city', operator: 'contains', values: [''] })
  assert.deepEqual(about('status', 'choice', 'contains'), { field: 'status', operator: 'equal_to', values: [] })
  assert.deepEqual(about('unread', 'boolean', 'equal_to'), { field: 'unread', operator: 'equal_to', values: [true] })
})

test('Empty conditions are not sent', () => {
  const city = { field: 'city', operator: 'equal_to' as const, values: ['Cali', ''] }
  assert.deepEqual(withoutEmpty({ any: [{ all: [city] }, { all: [] }] }), {
    any: [{ all: [{ ...city, values: ['Cali'] }] }],
  })
  assert.equal(withoutEmpty({ any: [{ all: [] }] }), null)
  assert.equal(withoutEmpty(null), null)
})
