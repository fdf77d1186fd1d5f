import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unitOf } from './duration.ts'

test('a time is told in the largest unit that needs no fraction', () => {
  assert.deepEqual([90, 120, 2880, 1, 0].map(unitOf), ['minutes', 'hours', 'days', 'minutes', 'minutes'])
})
