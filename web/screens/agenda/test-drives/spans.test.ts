import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spansOf } from './spans.ts'

test('a morning is cut into slots, and a rest too short for one is left over', () => {
  const spans = spansOf('2026-01-15', '09:00', '11:30', 60, 'America/Bogota')
  assert.deepEqual(spans, [
    { starts_at: '2026-01-15T14:00:00.000Z', ends_at: '2026-01-15T15:00:00.000Z' },
    { starts_at: '2026-01-15T15:00:00.000Z', ends_at: '2026-01-15T16:00:00.000Z' },
  ])
  assert.deepEqual(spansOf('2026-01-15', '12:00', '09:00', 60, 'America/Bogota'), [])
  assert.deepEqual(spansOf('', '12:00', '13:00', 60, 'America/Bogota'), [])
})
