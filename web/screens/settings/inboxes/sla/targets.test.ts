import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blank, keptOf, missingIn, rowsOf } from './targets.ts'

test('targets are edited from the most urgent on, and there is always one for every other', () => {
  assert.deepEqual(
    rowsOf([blank('low'), blank('urgent')]).map(({ priority }) => priority),
    ['urgent', 'low', null],
  )
  assert.deepEqual(rowsOf([]), [blank(null)])
})

test('a target for every other that promises nothing is not kept', () => {
  assert.deepEqual(keptOf([blank('low'), blank(null)]), [blank('low')])
  const other = { ...blank(null), first_response_minutes: 15 }
  assert.deepEqual(keptOf([other]), [other])
})

test('the priorities left are offered', () => {
  assert.deepEqual(missingIn([blank('high'), blank(null)]), ['urgent', 'medium', 'low', 'none'])
})
