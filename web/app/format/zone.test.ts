import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toInstant, toLocal } from './zone.ts'

test('A local time is read in the time zone of the workspace', () => {
  assert.equal(toInstant('2026-11-14T15:05', 'America/Bogota'), '2026-11-14T20:05:00.000Z')
  assert.equal(toInstant('2026-07-01T09:00', 'Europe/Madrid'), '2026-07-01T07:00:00.000Z')
  assert.equal(toInstant('2026-12-01T09:00', 'Asia/Kolkata'), '2026-12-01T03:30:00.000Z')
  assert.equal(toLocal('2026-11-14T20:05:00.000Z', 'America/Bogota'), '2026-11-14T15:05')
})

test('Every hour of a year with daylight saving round-trips', () => {
  for (const zone of ['America/Santiago', 'Europe/Madrid', 'America/New_York', 'Australia/Lord_Howe']) {
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 97 * 60_000) {
      const local = toLocal(new Date(at).toISOString(), zone)
      assert.equal(toLocal(toInstant(local, zone), zone), local, `${local} in ${zone}`)
    }
  }
})

test('A repeated hour is its first occurrence; a skipped hour moves forward', () => {
  assert.equal(toInstant('2026-10-25T02:30', 'Europe/Madrid'), '2026-10-25T00:30:00.000Z')
  assert.equal(toInstant('2026-03-29T02:30', 'Europe/Madrid'), '2026-03-29T01:30:00.000Z')
})
