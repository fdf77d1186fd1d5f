import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveToDay, postpone, quickDueTime } from './due-times.ts'

const zone = 'America/Bogota'
// A Wednesday, half past eight in the evening in Bogotá, which is Thursday in UTC.
const now = new Date('2026-01-15T01:30:00Z')

test('Quick due times follow the time zone of the workspace', () => {
  assert.equal(quickDueTime('hour', now, zone), '2026-01-14T21:30')
  assert.equal(quickDueTime('tomorrow', now, zone), '2026-01-15T09:00')
  assert.equal(quickDueTime('days', now, zone), '2026-01-17T09:00')
  assert.equal(quickDueTime('monday', now, zone), '2026-01-19T09:00')
})

test('A postponed activity keeps its time, and an overdue one is postponed from today', () => {
  assert.equal(postpone('2026-01-01T15:00:00Z', 1, now, zone), '2026-01-15T15:00:00.000Z')
  assert.equal(postpone('2026-01-20T15:00:00Z', 7, now, zone), '2026-01-27T15:00:00.000Z')
  assert.equal(moveToDay('2026-01-20T15:00:00Z', '2026-02-01', zone), '2026-02-01T15:00:00.000Z')
})
