import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blank, keptOf, missingIn, rowsOf } from './targets.ts'

test('Targets are listed from most urgent on, and always include the default', () => {
  assert.deepEqual(
    rowsOf([blank('low'), blank('urgent')]).map(({ priority }) => priority),
    ['urgent', 'low', null],
  )
  assert.deepEqual(rowsOf([]), [blank(null)])
})

test('An empty default target is not saved', () => {
  assert.deepEqual(keptOf([blank('low'), blank(null)]), [blank('low')])
  const other = { ...blank(null), first_response_minutes: 15 }
  assert.deepEqual(keptOf([other]), [other])
})

test('Only priorities without a target are offered', () => {
  assert.deepEqual(missingIn([blank('high'), blank(null)]), ['urgent', 'medium', 'low', 'none'])
})
