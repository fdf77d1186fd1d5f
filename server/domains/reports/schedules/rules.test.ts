import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, dayOf, momentAt, timeOf } from '#contract/periods.ts'
import { refused } from '#test/refusal.ts'
import { runs } from '#test/runs.ts'
import { inputOf, isDayOf, nextRun, type Timing, toTiming } from './rules.ts'

const HOUR = 3_600_000
const daily = (hour: number): Timing => ({ every: 'day', weekday: null, month_day: null, hour })
const monthly = (month_day: number): Timing => ({ every: 'month', weekday: null, month_day, hour: 8 })
const next = (timing: Timing, after: string, zone = 'America/Bogota') =>
  nextRun(timing, new Date(after), zone).toISOString()

const zones = fc.constantFrom(
  'America/Bogota',
  'America/Santiago',
  'America/New_York',
  'Europe/Madrid',
  'Asia/Kolkata',
  'Pacific/Apia',
  'America/Havana',
  'Australia/Lord_Howe',
)
const timings = fc
  .record({
    hour: fc.integer({ min: 0, max: 23 }),
    weekday: fc.integer({ min: 1, max: 7 }),
    month_day: fc.integer({ min: 1, max: 31 }),
    every: fc.constantFrom('day' as const, 'week' as const, 'month' as const),
  })
  .map(toTiming)
const moments = fc.date({
  min: new Date('2010-01-01T00:00:00Z'),
  max: new Date('2040-01-01T00:00:00Z'),
  noInvalidDate: true,
})

test('The next time is the earliest local hour of a day of the schedule, after the moment given', () => {
  fc.assert(
    fc.property(timings, moments, zones, (timing, after, zone) => {
      const found = nextRun(timing, after, zone)
      assert.ok(found > after)
      // Every earlier day of the schedule has had its hour already.
      for (let day = addDays(dayOf(after, zone), -1); day <= addDays(dayOf(found, zone), 1); day = addDays(day, 1)) {
        const moment = momentAt(day, timing.hour * HOUR, zone)
        if (isDayOf(timing, day)) assert.ok(moment <= after || moment >= found, day)
      }
      const isSkipped = timeOf(found, zone) !== timing.hour * HOUR
      assert.ok(isDayOf(timing, dayOf(found, zone)) || isSkipped || zone === 'Pacific/Apia')
      if (isSkipped) {
        // Only clocks that skip the hour move it.
        const before = new Date(found.getTime() - HOUR)
        assert.notEqual(timeOf(found, zone) - timeOf(before, zone), HOUR)
      }
    }),
    runs(300),
  )
})

test('Each run is followed by another day of the schedule: a day, a week or a month later', () => {
  fc.assert(
    fc.property(timings, moments, zones, (timing, after, zone) => {
      const first = nextRun(timing, after, zone)
      const second = nextRun(timing, first, zone)
      const days = Math.round((second.getTime() - first.getTime()) / (24 * HOUR))
      const most = { day: 2, week: 8, month: 31 }[timing.every]
      const least = { day: 1, week: 6, month: 28 }[timing.every]
      assert.ok(days >= least && days <= most, String(days))
    }),
    runs(300),
  )
})

test('A month without the day takes its last one', () => {
  assert.equal(next(monthly(31), '2027-01-31T13:00:00Z'), '2027-02-28T13:00:00.000Z')
  assert.equal(next(monthly(31), '2028-02-01T00:00:00Z'), '2028-02-29T13:00:00.000Z')
  assert.equal(next(monthly(31), '2027-02-28T13:00:00Z'), '2027-03-31T13:00:00.000Z')
  assert.equal(next(monthly(30), '2027-04-01T00:00:00Z'), '2027-04-30T13:00:00.000Z')
})

test('The hour stays the same when clocks change; a skipped hour comes after the change, a repeated one once', () => {
  const newYork = 'America/New_York'
  assert.equal(next(daily(8), '2027-03-13T13:00:00Z', newYork), '2027-03-14T12:00:00.000Z')
  assert.equal(next(daily(2), '2027-03-14T05:00:00Z', newYork), '2027-03-14T07:00:00.000Z')
  assert.equal(next(daily(1), '2027-11-07T04:30:00Z', newYork), '2027-11-07T05:00:00.000Z')
  assert.equal(next(daily(1), '2027-11-07T05:00:00Z', newYork), '2027-11-08T06:00:00.000Z')
})

test('A week begins on Monday', () => {
  const sundays: Timing = { every: 'week', weekday: 7, month_day: null, hour: 9 }
  assert.equal(next(sundays, '2027-06-02T00:00:00Z'), '2027-06-06T14:00:00.000Z')
})

test('A schedule needs the day of its frequency and keeps no other', () => {
  assert.deepEqual(toTiming({ every: 'day', weekday: 3, month_day: 4, hour: 8 }), daily(8))
  const missing = (every: 'week' | 'month') => {
    const problem = refused(() => toTiming({ every, hour: 8 }))
    return [problem.code, problem.extra.errors?.[0]?.field]
  }
  assert.deepEqual(missing('week'), ['missing_field', 'weekday'])
  assert.deepEqual(missing('month'), ['missing_field', 'month_day'])
})

test('Reports that take dates get those of the period on the day they are sent', () => {
  const now = new Date('2027-03-10T15:00:00Z')
  const of = (report: 'overview' | 'funnel', period: 'last_month' | 'all') =>
    inputOf({ report, period, filters: {} }, now, 'America/Bogota')
  assert.deepEqual(of('overview', 'last_month'), { from: '2027-02-01', to: '2027-02-28' })
  assert.deepEqual(of('overview', 'all'), { from: '2026-03-11', to: '2027-03-10' })
  assert.deepEqual(of('funnel', 'last_month'), { period: 'last_month' })
})
