import assert from 'node:assert/strict'
import { test } from 'node:test'
import { snoozePresets, suggestTime } from './snooze-presets.ts'

const at = (now: string, zone = 'America/Bogota') =>
  Object.fromEntries(snoozePresets(now, zone).map(({ preset, until }) => [preset, until]))

test('Snooze times follow the time zone of the workspace', () => {
  // Saturday, 14 November 2026, 10:20 in Bogotá.
  assert.deepEqual(at('2026-11-14T15:20:00Z'), {
    laterToday: '2026-11-14T18:00:00.000Z',
    tomorrow: '2026-11-15T14:00:00.000Z',
    nextWeek: '2026-11-16T14:00:00.000Z',
  })
})

test('Late in the day there is no “later today”, and on a Monday next week is a week away', () => {
  // Monday, 16 November 2026, 19:00 in Bogotá.
  assert.deepEqual(at('2026-11-17T00:00:00Z'), {
    tomorrow: '2026-11-17T14:00:00.000Z',
    nextWeek: '2026-11-23T14:00:00.000Z',
  })
})

test('On a Sunday, tomorrow and next week are the same and offered once', () => {
  assert.deepEqual(Object.keys(at('2026-11-15T15:00:00Z')), ['laterToday', 'tomorrow'])
})

test('Nine in the morning stays nine across a daylight-saving change', () => {
  // Saturday before clocks go back in New York.
  assert.equal(at('2026-10-31T16:00:00Z', 'America/New_York')['tomorrow'], '2026-11-01T14:00:00.000Z')
})

test('A custom time starts with a full hour in the future', () => {
  assert.equal(suggestTime('2026-11-14T15:20:00Z', 'America/Bogota'), '2026-11-14T12:00')
})
