import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOnItsWay } from './is-in-progress.ts'

test('A delivery due in a moment is polled; one due in hours is not', () => {
  const now = Date.parse('2026-11-16T10:00:00Z')
  const at = (next_attempt_at: string | null, status: 'pending' | 'failed' = 'pending') =>
    isOnItsWay({ status, next_attempt_at }, now)
  assert.ok(at('2026-11-16T10:00:05Z'))
  assert.ok(!at('2026-11-16T15:00:00Z'))
  assert.ok(!at(null, 'failed'))
})
