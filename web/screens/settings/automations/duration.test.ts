import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unitOf } from './duration.ts'

test('A duration is shown in the largest unit without a fraction', () => {
  assert.deepEqual([90, 120, 2880, 1, 0].map(unitOf), ['minutes', 'hours', 'days', 'minutes', 'minutes'])
})
