import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onDay, postponed, quickMoment } from './moments.ts'

const zone = 'America/Bogota'
// A Wednesday, half past eight in the evening in Bogotá, which is Thursday in UTC.
const now = new Date('2026-01-15T01:30:00Z')

test('moments often wanted are those of the clocks of the workspace', () => {
  assert.equal(quickMoment('hour', now, zone), '2026-01-14T21:30')
  assert.equal(quickMoment('tomorrow', now, zone), '2026-01-15T09:00')
  assert.equal(quickMoment('days', now, zone), '2026-01-17T09:00')
  assert.equal(quickMoment('monday', now, zone), '2026-01-19T09:00')
})

test('what is put off keeps its time, and what is overdue is put off from today', () => {
  assert.equal(postponed('2026-01-01T15:00:00Z', 1, now, zone), '2026-01-15T15:00:00.000Z')
  assert.equal(postponed('2026-01-20T15:00:00Z', 7, now, zone), '2026-01-27T15:00:00.000Z')
  assert.equal(onDay('2026-01-20T15:00:00Z', '2026-02-01', zone), '2026-02-01T15:00:00.000Z')
})
