import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitDay } from './split-day.ts'

test('A morning is split into slots, without a last one that would be too short', () => {
  const spans = splitDay('2026-01-15', '09:00', '11:30', 60, 'America/Bogota')
  assert.deepEqual(spans, [
    { starts_at: '2026-01-15T14:00:00.000Z', ends_at: '2026-01-15T15:00:00.000Z' },
    { starts_at: '2026-01-15T15:00:00.000Z', ends_at: '2026-01-15T16:00:00.000Z' },
  ])
  assert.deepEqual(splitDay('2026-01-15', '12:00', '09:00', 60, 'America/Bogota'), [])
  assert.deepEqual(splitDay('', '12:00', '13:00', 60, 'America/Bogota'), [])
})
