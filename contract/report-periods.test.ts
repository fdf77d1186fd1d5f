import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { z } from 'zod'
import { addDays, countDays, dayOf } from '#contract/periods.ts'
import { period_input, window_input } from '#contract/report-inputs.ts'
import { daysOf, period_names, periodOf, previousOf, type PeriodName, windowOf } from '#contract/report-periods.ts'
import { Problem, reject } from '#kernel/problem.ts'
import { runs } from '#test/runs.ts'

type PeriodInput = Parameters<typeof periodOf>[0]

/**
 * Now, the input, its days, the days it is compared with, and the end of the latter if it is not the end of their last
 * day. A range is written `first..last`; without `first` it has no start.
 */
type Row = readonly [
  now: string,
  input: PeriodName | PeriodInput,
  days: string,
  previous: string | null,
  until?: string,
]

/** Midnight in each of the three zones, written out without the time zone database. */
const midnight: Record<string, (day: string) => Date> = {
  'America/Bogota': (day) => new Date(`${day}T00:00-05:00`),
  'Asia/Kolkata': (day) => new Date(`${day}T00:00+05:30`),
  'Europe/Madrid': (day) => new Date(`${day}T00:00${isSummer(day) ? '+02:00' : '+01:00'}`),
}

/** The Sundays on which Madrid puts its clocks forward and back, at two and three in the night: midnight comes first. */
const changes: Record<string, [string, string]> = {
  2023: ['03-26', '10-29'],
  2024: ['03-31', '10-27'],
  2025: ['03-30', '10-26'],
  2026: ['03-29', '10-25'],
  2027: ['03-28', '10-31'],
}

function isSummer(day: string): boolean {
  const [forward, back] = changes[day.slice(0, 4)]!
  return day.slice(5) > forward && day.slice(5) <= back
}

/** A moment as written in the tables: with the UTC offset where clocks change. */
function moment(text: string, zone: string): Date {
  return new Date(text + { 'America/Bogota': '-05:00', 'Asia/Kolkata': '+05:30', 'Europe/Madrid': ':00' }[zone])
}

function holds(zone: string, rows: readonly Row[]): void {
  for (const [at, given, days, previous, until] of rows) {
    const now = moment(at, zone)
    const input = typeof given === 'string' ? { period: given } : given
    const range = periodOf(input, now, zone, reject)
    const compared = previousOf(range, now, zone)
    const row = `${at} ${JSON.stringify(given)} in ${zone}`
    assert.deepEqual(
      { days: written(range), previous: compared && written(compared) },
      { days, previous },
      `the days: ${row}`,
    )
    const nextDay = midnight[zone]!(addDays(range.to, 1))
    assert.deepEqual([range.start, range.end], [range.from && midnight[zone]!(range.from), nextDay], `moments: ${row}`)
    if (!compared) continue
    const end = until ? moment(until, zone) : midnight[zone]!(addDays(compared.to, 1))
    assert.deepEqual([compared.start, compared.end], [midnight[zone]!(compared.from), end], `compared moments: ${row}`)
  }
}

function written({ from, to }: { from: string | null; to: string }): string {
  return `${from ?? ''}..${to}`
}

test('Every period on a Sunday afternoon in Bogotá', () => {
  const now = '2026-11-15T17:40'
  const table: Row[] = [
    [now, 'today', '2026-11-15..2026-11-15', '2026-11-14..2026-11-14', '2026-11-14T17:40'],
    [now, 'yesterday', '2026-11-14..2026-11-14', '2026-11-13..2026-11-13'],
    [now, 'this_week', '2026-11-09..2026-11-15', '2026-11-02..2026-11-08', '2026-11-08T17:40'],
    [now, 'last_week', '2026-11-02..2026-11-08', '2026-10-26..2026-11-01'],
    [now, 'this_month', '2026-11-01..2026-11-15', '2026-10-01..2026-10-15', '2026-10-15T17:40'],
    [now, 'last_month', '2026-10-01..2026-10-31', '2026-09-01..2026-09-30'],
    [now, 'this_quarter', '2026-10-01..2026-11-15', '2026-07-01..2026-08-15', '2026-08-15T17:40'],
    [now, 'last_quarter', '2026-07-01..2026-09-30', '2026-04-01..2026-06-30'],
    [now, 'last_7_days', '2026-11-09..2026-11-15', '2026-11-02..2026-11-08'],
    [now, 'last_14_days', '2026-11-02..2026-11-15', '2026-10-19..2026-11-01'],
    [now, 'last_30_days', '2026-10-17..2026-11-15', '2026-09-17..2026-10-16'],
    [now, 'last_60_days', '2026-09-17..2026-11-15', '2026-07-19..2026-09-16'],
    [now, 'last_90_days', '2026-08-18..2026-11-15', '2026-05-20..2026-08-17'],
    [now, 'last_180_days', '2026-05-20..2026-11-15', '2025-11-21..2026-05-19'],
    [now, 'last_365_days', '2025-11-16..2026-11-15', '2024-11-16..2025-11-15'],
    [now, 'this_year', '2026-01-01..2026-11-15', '2025-01-01..2025-11-15', '2025-11-15T17:40'],
    [now, 'all', '..2026-11-15', null],
    [now, {}, '2026-11-01..2026-11-15', '2026-10-01..2026-10-15', '2026-10-15T17:40'],
  ]
  assert.deepEqual(
    table.map(([, input]) => input).filter((input) => typeof input === 'string'),
    [...period_names],
  )
  holds('America/Bogota', table)
})

test('A week begins on Monday at midnight and ends with its Sunday', () => {
  const first = '2026-11-16T00:00'
  const last = '2026-11-15T23:59:59.999'
  const noon = '2026-11-18T12:00'
  holds('America/Bogota', [
    [last, 'this_week', '2026-11-09..2026-11-15', '2026-11-02..2026-11-08', '2026-11-08T23:59:59.999'],
    [last, 'last_week', '2026-11-02..2026-11-08', '2026-10-26..2026-11-01'],
    [last, 'today', '2026-11-15..2026-11-15', '2026-11-14..2026-11-14', '2026-11-14T23:59:59.999'],
    // At the start of the week both this week and the compared part of the previous one are empty.
    [first, 'this_week', '2026-11-16..2026-11-16', '2026-11-09..2026-11-09', '2026-11-09T00:00'],
    [first, 'last_week', '2026-11-09..2026-11-15', '2026-11-02..2026-11-08'],
    [first, 'today', '2026-11-16..2026-11-16', '2026-11-15..2026-11-15', '2026-11-15T00:00'],
    [first, 'yesterday', '2026-11-15..2026-11-15', '2026-11-14..2026-11-14'],
    [first, 'last_7_days', '2026-11-10..2026-11-16', '2026-11-03..2026-11-09'],
    [noon, 'this_week', '2026-11-16..2026-11-18', '2026-11-09..2026-11-11', '2026-11-11T12:00'],
    [noon, 'last_week', '2026-11-09..2026-11-15', '2026-11-02..2026-11-08'],
    [noon, 'last_14_days', '2026-11-05..2026-11-18', '2026-10-22..2026-11-04'],
  ])
})

test('23:30 on the 31st belongs to its month, although UTC is already in the next', () => {
  const now = '2026-10-31T23:30'
  assert.equal(moment(now, 'America/Bogota').toISOString(), '2026-11-01T04:30:00.000Z')
  holds('America/Bogota', [
    [now, 'today', '2026-10-31..2026-10-31', '2026-10-30..2026-10-30', '2026-10-30T23:30'],
    [now, 'yesterday', '2026-10-30..2026-10-30', '2026-10-29..2026-10-29'],
    [now, 'this_week', '2026-10-26..2026-10-31', '2026-10-19..2026-10-24', '2026-10-24T23:30'],
    [now, 'last_week', '2026-10-19..2026-10-25', '2026-10-12..2026-10-18'],
    [now, 'this_month', '2026-10-01..2026-10-31', '2026-09-01..2026-09-30'],
    [now, 'last_month', '2026-09-01..2026-09-30', '2026-08-01..2026-08-31'],
    [now, 'last_7_days', '2026-10-25..2026-10-31', '2026-10-18..2026-10-24'],
    [now, 'last_30_days', '2026-10-02..2026-10-31', '2026-09-02..2026-10-01'],
    [now, 'this_year', '2026-01-01..2026-10-31', '2025-01-01..2025-10-31', '2025-10-31T23:30'],
    [now, 'all', '..2026-10-31', null],
    ['2026-11-01T00:00', 'this_month', '2026-11-01..2026-11-01', '2026-10-01..2026-10-01', '2026-10-01T00:00'],
    ['2026-11-01T00:00', 'last_month', '2026-10-01..2026-10-31', '2026-09-01..2026-09-30'],
  ])
})

test('A year ends with the last millisecond of its last day', () => {
  const eve = '2026-12-31T23:59:59.999'
  const day = '2027-01-01T00:00'
  holds('America/Bogota', [
    [eve, 'today', '2026-12-31..2026-12-31', '2026-12-30..2026-12-30', '2026-12-30T23:59:59.999'],
    [eve, 'this_week', '2026-12-28..2026-12-31', '2026-12-21..2026-12-24', '2026-12-24T23:59:59.999'],
    [eve, 'last_week', '2026-12-21..2026-12-27', '2026-12-14..2026-12-20'],
    [eve, 'this_month', '2026-12-01..2026-12-31', '2026-11-01..2026-11-30'],
    [eve, 'last_month', '2026-11-01..2026-11-30', '2026-10-01..2026-10-31'],
    [eve, 'this_year', '2026-01-01..2026-12-31', '2025-01-01..2025-12-31', '2025-12-31T23:59:59.999'],
    [eve, 'last_7_days', '2026-12-25..2026-12-31', '2026-12-18..2026-12-24'],
    [eve, 'last_365_days', '2026-01-01..2026-12-31', '2025-01-01..2025-12-31'],
    [eve, 'all', '..2026-12-31', null],
    [day, 'today', '2027-01-01..2027-01-01', '2026-12-31..2026-12-31', '2026-12-31T00:00'],
    [day, 'yesterday', '2026-12-31..2026-12-31', '2026-12-30..2026-12-30'],
    [day, 'this_week', '2026-12-28..2027-01-01', '2026-12-21..2026-12-25', '2026-12-25T00:00'],
    [day, 'last_week', '2026-12-21..2026-12-27', '2026-12-14..2026-12-20'],
    [day, 'this_month', '2027-01-01..2027-01-01', '2026-12-01..2026-12-01', '2026-12-01T00:00'],
    [day, 'last_month', '2026-12-01..2026-12-31', '2026-11-01..2026-11-30'],
    [day, 'this_year', '2027-01-01..2027-01-01', '2026-01-01..2026-01-01', '2026-01-01T00:00'],
    [day, 'last_7_days', '2026-12-26..2027-01-01', '2026-12-19..2026-12-25'],
    [day, 'last_30_days', '2026-12-03..2027-01-01', '2026-11-03..2026-12-02'],
    [day, 'last_365_days', '2026-01-02..2027-01-01', '2025-01-02..2026-01-01'],
    ['2027-01-31T18:00', 'last_month', '2026-12-01..2026-12-31', '2026-11-01..2026-11-30'],
    ['2027-02-10T18:00', 'last_month', '2027-01-01..2027-01-31', '2026-12-01..2026-12-31'],
  ])
})

test('February has its 29th in 2024 and 2028, and not in 2100', () => {
  const leap = '2024-02-29T12:00'
  const after = '2024-03-01T09:15'
  holds('America/Bogota', [
    [leap, 'today', '2024-02-29..2024-02-29', '2024-02-28..2024-02-28', '2024-02-28T12:00'],
    [leap, 'this_week', '2024-02-26..2024-02-29', '2024-02-19..2024-02-22', '2024-02-22T12:00'],
    [leap, 'this_month', '2024-02-01..2024-02-29', '2024-01-01..2024-01-29', '2024-01-29T12:00'],
    [leap, 'last_month', '2024-01-01..2024-01-31', '2023-12-01..2023-12-31'],
    [leap, 'this_year', '2024-01-01..2024-02-29', '2023-01-01..2023-02-28'],
    [leap, 'last_7_days', '2024-02-23..2024-02-29', '2024-02-16..2024-02-22'],
    [leap, 'last_365_days', '2023-03-02..2024-02-29', '2022-03-02..2023-03-01'],
    [after, 'yesterday', '2024-02-29..2024-02-29', '2024-02-28..2024-02-28'],
    [after, 'this_week', '2024-02-26..2024-03-01', '2024-02-19..2024-02-23', '2024-02-23T09:15'],
    [after, 'this_month', '2024-03-01..2024-03-01', '2024-02-01..2024-02-01', '2024-02-01T09:15'],
    [after, 'last_month', '2024-02-01..2024-02-29', '2024-01-01..2024-01-31'],
    [after, 'this_year', '2024-01-01..2024-03-01', '2023-01-01..2023-03-01', '2023-03-01T09:15'],
    [after, 'last_30_days', '2024-02-01..2024-03-01', '2024-01-02..2024-01-31'],
    ['2025-02-28T09:15', 'this_year', '2025-01-01..2025-02-28', '2024-01-01..2024-02-28', '2024-02-28T09:15'],
    ['2025-03-01T09:15', 'last_month', '2025-02-01..2025-02-28', '2025-01-01..2025-01-31'],
    ['2028-02-29T00:00', 'this_year', '2028-01-01..2028-02-29', '2027-01-01..2027-02-28'],
    ['2028-02-29T23:59', 'this_year', '2028-01-01..2028-02-29', '2027-01-01..2027-02-28'],
    ['2028-03-01T08:00', 'yesterday', '2028-02-29..2028-02-29', '2028-02-28..2028-02-28'],
    ['2028-03-05T08:00', 'last_month', '2028-02-01..2028-02-29', '2028-01-01..2028-01-31'],
    ['2029-01-01T08:00', 'last_365_days', '2028-01-03..2029-01-01', '2027-01-03..2028-01-02'],
    ['2100-02-28T23:30', 'this_month', '2100-02-01..2100-02-28', '2100-01-01..2100-01-28', '2100-01-28T23:30'],
    ['2100-03-01T08:00', 'yesterday', '2100-02-28..2100-02-28', '2100-02-27..2100-02-27'],
    ['2100-03-05T08:00', 'last_month', '2100-02-01..2100-02-28', '2100-01-01..2100-01-31'],
    ['2100-03-29T08:00', 'this_month', '2100-03-01..2100-03-29', '2100-02-01..2100-02-28'],
  ])
})

test('A day the month before does not have compares with all of that month', () => {
  holds('America/Bogota', [
    ['2025-03-28T10:00', 'this_month', '2025-03-01..2025-03-28', '2025-02-01..2025-02-28', '2025-02-28T10:00'],
    ['2025-03-29T00:30', 'this_month', '2025-03-01..2025-03-29', '2025-02-01..2025-02-28'],
    ['2025-03-30T10:00', 'this_month', '2025-03-01..2025-03-30', '2025-02-01..2025-02-28'],
    ['2025-03-31T23:30', 'this_month', '2025-03-01..2025-03-31', '2025-02-01..2025-02-28'],
    ['2024-03-29T10:00', 'this_month', '2024-03-01..2024-03-29', '2024-02-01..2024-02-29', '2024-02-29T10:00'],
    ['2024-03-30T10:00', 'this_month', '2024-03-01..2024-03-30', '2024-02-01..2024-02-29'],
    ['2028-03-31T10:00', 'this_month', '2028-03-01..2028-03-31', '2028-02-01..2028-02-29'],
    ['2026-05-30T10:00', 'this_month', '2026-05-01..2026-05-30', '2026-04-01..2026-04-30', '2026-04-30T10:00'],
    ['2026-05-31T10:00', 'this_month', '2026-05-01..2026-05-31', '2026-04-01..2026-04-30'],
    ['2026-07-31T10:00', 'this_month', '2026-07-01..2026-07-31', '2026-06-01..2026-06-30'],
    ['2026-08-31T10:00', 'this_month', '2026-08-01..2026-08-31', '2026-07-01..2026-07-31', '2026-07-31T10:00'],
    ['2026-01-31T10:00', 'this_month', '2026-01-01..2026-01-31', '2025-12-01..2025-12-31', '2025-12-31T10:00'],
    ['2026-02-28T10:00', 'this_month', '2026-02-01..2026-02-28', '2026-01-01..2026-01-28', '2026-01-28T10:00'],
  ])
})

test('date_from beats custom_days_back, which beats period; date_to is counted', () => {
  const now = '2026-11-15T17:40'
  const all = { period: 'all', custom_days_back: 10, date_from: '2026-11-03' } as const
  holds('America/Bogota', [
    [now, { custom_days_back: 1 }, '2026-11-15..2026-11-15', '2026-11-14..2026-11-14'],
    [now, { custom_days_back: 10 }, '2026-11-06..2026-11-15', '2026-10-27..2026-11-05'],
    [now, { custom_days_back: 10, period: 'last_month' }, '2026-11-06..2026-11-15', '2026-10-27..2026-11-05'],
    [now, { custom_days_back: 10, period: 'all' }, '2026-11-06..2026-11-15', '2026-10-27..2026-11-05'],
    [now, { custom_days_back: 3660 }, '2016-11-08..2026-11-15', '2006-11-01..2016-11-07'],
    [now, { date_from: '2026-11-03' }, '2026-11-03..2026-11-15', '2026-10-21..2026-11-02'],
    [now, { date_from: '2026-11-15' }, '2026-11-15..2026-11-15', '2026-11-14..2026-11-14'],
    [now, all, '2026-11-03..2026-11-15', '2026-10-21..2026-11-02'],
    [now, { ...all, date_to: '2026-11-03' }, '2026-11-03..2026-11-03', '2026-11-02..2026-11-02'],
    [now, { ...all, date_to: '2026-11-04' }, '2026-11-03..2026-11-04', '2026-11-01..2026-11-02'],
    // A whole month given by its days counts as a number of days.
    [now, { date_from: '2026-10-01', date_to: '2026-10-31' }, '2026-10-01..2026-10-31', '2026-08-31..2026-09-30'],
    [now, { date_from: '2024-02-28', date_to: '2024-03-01' }, '2024-02-28..2024-03-01', '2024-02-25..2024-02-27'],
    [now, { date_from: '2027-01-01', date_to: '2027-01-31' }, '2027-01-01..2027-01-31', '2026-12-01..2026-12-31'],
    [now, { date_from: '2026-11-10', date_to: '2026-11-20' }, '2026-11-10..2026-11-20', '2026-10-30..2026-11-09'],
  ])
})

test('date_to alone ends the period earlier, and never later', () => {
  const now = '2026-11-15T17:40'
  holds('America/Bogota', [
    [now, { date_to: '2026-11-10' }, '2026-11-01..2026-11-10', '2026-10-22..2026-10-31'],
    [now, { date_to: '2026-11-01' }, '2026-11-01..2026-11-01', '2026-10-31..2026-10-31'],
    [now, { date_to: '2026-11-15' }, '2026-11-01..2026-11-15', '2026-10-01..2026-10-15', '2026-10-15T17:40'],
    [now, { date_to: '2026-11-30' }, '2026-11-01..2026-11-15', '2026-10-01..2026-10-15', '2026-10-15T17:40'],
    [now, { period: 'last_month', date_to: '2026-10-31' }, '2026-10-01..2026-10-31', '2026-09-01..2026-09-30'],
    [now, { period: 'last_month', date_to: '2026-10-30' }, '2026-10-01..2026-10-30', '2026-09-01..2026-09-30'],
    [now, { period: 'last_month', date_to: '2026-10-10' }, '2026-10-01..2026-10-10', '2026-09-21..2026-09-30'],
    [now, { period: 'last_month', date_to: '2026-11-10' }, '2026-10-01..2026-10-31', '2026-09-01..2026-09-30'],
    [now, { period: 'last_week', date_to: '2026-11-04' }, '2026-11-02..2026-11-04', '2026-10-30..2026-11-01'],
    [now, { period: 'this_week', date_to: '2026-11-14' }, '2026-11-09..2026-11-14', '2026-11-03..2026-11-08'],
    [now, { period: 'this_year', date_to: '2026-06-30' }, '2026-01-01..2026-06-30', '2025-07-04..2025-12-31'],
    [now, { period: 'last_30_days', date_to: '2026-11-14' }, '2026-10-17..2026-11-14', '2026-09-18..2026-10-16'],
    [now, { custom_days_back: 10, date_to: '2026-11-08' }, '2026-11-06..2026-11-08', '2026-11-03..2026-11-05'],
    [now, { period: 'yesterday', date_to: '2026-11-14' }, '2026-11-14..2026-11-14', '2026-11-13..2026-11-13'],
    [now, { period: 'all', date_to: '2026-10-31' }, '..2026-10-31', null],
    [now, { period: 'all', date_to: '2030-01-01' }, '..2026-11-15', null],
  ])
})

test('Madrid’s days are 23 and 25 hours long when clocks change, and compare by what clocks show', () => {
  holds('Europe/Madrid', [
    // Forward on Sunday the 29th of March, from two to three.
    ['2026-03-29T00:00+01', 'today', '2026-03-29..2026-03-29', '2026-03-28..2026-03-28', '2026-03-28T00:00+01'],
    ['2026-03-29T01:59+01', 'today', '2026-03-29..2026-03-29', '2026-03-28..2026-03-28', '2026-03-28T01:59+01'],
    ['2026-03-29T12:00+02', 'today', '2026-03-29..2026-03-29', '2026-03-28..2026-03-28', '2026-03-28T12:00+01'],
    ['2026-03-29T12:00+02', 'this_week', '2026-03-23..2026-03-29', '2026-03-16..2026-03-22', '2026-03-22T12:00+01'],
    ['2026-03-29T12:00+02', 'this_month', '2026-03-01..2026-03-29', '2026-02-01..2026-02-28'],
    ['2026-03-29T12:00+02', 'this_year', '2026-01-01..2026-03-29', '2025-01-01..2025-03-29', '2025-03-29T12:00+01'],
    ['2026-03-29T12:00+02', 'last_7_days', '2026-03-23..2026-03-29', '2026-03-16..2026-03-22'],
    ['2026-03-30T12:00+02', 'yesterday', '2026-03-29..2026-03-29', '2026-03-28..2026-03-28'],
    ['2026-03-30T12:00+02', 'last_week', '2026-03-23..2026-03-29', '2026-03-16..2026-03-22'],
    ['2026-03-30T12:00+02', 'today', '2026-03-30..2026-03-30', '2026-03-29..2026-03-29', '2026-03-29T12:00+02'],
    // 02:30 did not exist: two and a half hours after midnight it was 03:30.
    ['2026-03-30T02:30+02', 'today', '2026-03-30..2026-03-30', '2026-03-29..2026-03-29', '2026-03-29T03:30+02'],
    ['2026-04-05T02:30+02', 'this_week', '2026-03-30..2026-04-05', '2026-03-23..2026-03-29', '2026-03-29T03:30+02'],
    ['2026-04-29T02:30+02', 'this_month', '2026-04-01..2026-04-29', '2026-03-01..2026-03-29', '2026-03-29T03:30+02'],
    ['2026-04-15T09:00+02', 'this_month', '2026-04-01..2026-04-15', '2026-03-01..2026-03-15', '2026-03-15T09:00+01'],
    ['2026-04-15T09:00+02', 'last_month', '2026-03-01..2026-03-31', '2026-02-01..2026-02-28'],
    ['2026-04-15T09:00+02', 'last_30_days', '2026-03-17..2026-04-15', '2026-02-15..2026-03-16'],
    ['2026-03-30T09:00+02', 'this_year', '2026-01-01..2026-03-30', '2025-01-01..2025-03-30', '2025-03-30T09:00+02'],
    // Back on Sunday the 25th of October, from three to two: half past two comes twice, and the first counts.
    ['2026-10-25T02:30+02', 'today', '2026-10-25..2026-10-25', '2026-10-24..2026-10-24', '2026-10-24T02:30+02'],
    ['2026-10-25T02:30+01', 'today', '2026-10-25..2026-10-25', '2026-10-24..2026-10-24', '2026-10-24T02:30+02'],
    ['2026-10-26T02:30+01', 'today', '2026-10-26..2026-10-26', '2026-10-25..2026-10-25', '2026-10-25T02:30+02'],
    ['2026-10-26T03:00+01', 'today', '2026-10-26..2026-10-26', '2026-10-25..2026-10-25', '2026-10-25T03:00+01'],
    ['2026-10-26T12:00+01', 'yesterday', '2026-10-25..2026-10-25', '2026-10-24..2026-10-24'],
    ['2026-10-26T12:00+01', 'last_week', '2026-10-19..2026-10-25', '2026-10-12..2026-10-18'],
    ['2026-11-01T12:00+01', 'this_week', '2026-10-26..2026-11-01', '2026-10-19..2026-10-25', '2026-10-25T12:00+01'],
    ['2026-11-10T12:00+01', 'last_month', '2026-10-01..2026-10-31', '2026-09-01..2026-09-30'],
    ['2026-11-20T12:00+01', 'this_month', '2026-11-01..2026-11-20', '2026-10-01..2026-10-20', '2026-10-20T12:00+02'],
    ['2026-11-25T02:30+01', 'this_month', '2026-11-01..2026-11-25', '2026-10-01..2026-10-25', '2026-10-25T02:30+02'],
    ['2026-10-31T23:30+01', 'this_month', '2026-10-01..2026-10-31', '2026-09-01..2026-09-30'],
    ['2026-10-25T12:00+01', 'this_year', '2026-01-01..2026-10-25', '2025-01-01..2025-10-25', '2025-10-25T12:00+02'],
    // The first hours of a summer month are of the month before in UTC.
    ['2026-08-01T00:30+02', 'this_month', '2026-08-01..2026-08-01', '2026-07-01..2026-07-01', '2026-07-01T00:30+02'],
    ['2026-08-01T00:30+02', 'last_month', '2026-07-01..2026-07-31', '2026-06-01..2026-06-30'],
    ['2027-01-01T00:30+01', 'this_year', '2027-01-01..2027-01-01', '2026-01-01..2026-01-01', '2026-01-01T00:30+01'],
    ['2026-11-15T12:00+01', { custom_days_back: 30 }, '2026-10-17..2026-11-15', '2026-09-17..2026-10-16'],
    ['2026-11-15T12:00+01', 'all', '..2026-11-15', null],
  ])
})

test('India is half an hour off, and ahead of UTC', () => {
  const night = '2026-10-31T23:30'
  const first = '2026-11-01T00:15'
  const year = '2027-01-01T05:00'
  assert.equal(moment(first, 'Asia/Kolkata').toISOString(), '2026-10-31T18:45:00.000Z')
  holds('Asia/Kolkata', [
    [night, 'today', '2026-10-31..2026-10-31', '2026-10-30..2026-10-30', '2026-10-30T23:30'],
    [night, 'this_month', '2026-10-01..2026-10-31', '2026-09-01..2026-09-30'],
    [night, 'last_month', '2026-09-01..2026-09-30', '2026-08-01..2026-08-31'],
    [first, 'today', '2026-11-01..2026-11-01', '2026-10-31..2026-10-31', '2026-10-31T00:15'],
    [first, 'yesterday', '2026-10-31..2026-10-31', '2026-10-30..2026-10-30'],
    [first, 'this_week', '2026-10-26..2026-11-01', '2026-10-19..2026-10-25', '2026-10-25T00:15'],
    [first, 'this_month', '2026-11-01..2026-11-01', '2026-10-01..2026-10-01', '2026-10-01T00:15'],
    [first, 'last_month', '2026-10-01..2026-10-31', '2026-09-01..2026-09-30'],
    [first, 'last_7_days', '2026-10-26..2026-11-01', '2026-10-19..2026-10-25'],
    [year, 'yesterday', '2026-12-31..2026-12-31', '2026-12-30..2026-12-30'],
    [year, 'last_week', '2026-12-21..2026-12-27', '2026-12-14..2026-12-20'],
    [year, 'this_year', '2027-01-01..2027-01-01', '2026-01-01..2026-01-01', '2026-01-01T05:00'],
    [year, 'last_month', '2026-12-01..2026-12-31', '2026-11-01..2026-11-30'],
    [year, 'all', '..2027-01-01', null],
    ['2028-02-29T12:00', 'this_year', '2028-01-01..2028-02-29', '2027-01-01..2027-02-28'],
    ['2026-11-16T00:00', 'this_week', '2026-11-16..2026-11-16', '2026-11-09..2026-11-09', '2026-11-09T00:00'],
  ])
})

test('Where a night has no midnight, or a day no last hour, ranges still meet', () => {
  // Now, the period, and the start and end of it and of the period it is compared with.
  const table = {
    // Clocks go from 23:59 to 01:00 in September, and from 24:00 back to 23:00 in April: then half past eleven comes twice.
    'America/Santiago': [
      ['09-06T12:00-03', 'today', '09-06T01:00-03', '09-07T00:00-03', '09-05T00:00-04', '09-05T12:00-04'],
      ['09-07T00:30-03', 'today', '09-07T00:00-03', '09-08T00:00-03', '09-06T01:00-03', '09-06T01:30-03'],
      ['09-07T00:30-03', 'yesterday', '09-06T01:00-03', '09-07T00:00-03', '09-05T00:00-04', '09-06T01:00-03'],
      ['04-05T23:30-04', 'today', '04-05T00:00-04', '04-06T00:00-04', '04-04T00:00-03', '04-04T23:30-03'],
    ],
    'Africa/Cairo': [
      ['04-24T12:00+03', 'today', '04-24T01:00+03', '04-25T00:00+03', '04-23T00:00+02', '04-23T12:00+02'],
      ['04-25T00:30+03', 'today', '04-25T00:00+03', '04-26T00:00+03', '04-24T01:00+03', '04-24T01:30+03'],
    ],
    'Asia/Beirut': [
      ['03-29T12:00+03', 'today', '03-29T01:00+03', '03-30T00:00+03', '03-28T00:00+02', '03-28T12:00+02'],
      ['03-30T12:00+03', 'last_week', '03-23T00:00+02', '03-30T00:00+03', '03-16T00:00+02', '03-23T00:00+02'],
    ],
    // Clocks go from 23:00 to 24:00: half past eleven does not come, and the day ends before it.
    'America/Nuuk': [
      ['03-29T23:30-01', 'today', '03-29T00:00-01', '03-30T00:00-01', '03-28T00:00-02', '03-28T23:00-02'],
    ],
    // Midnight comes twice, and the day begins with the first.
    'America/Havana': [
      ['11-02T00:30-05', 'today', '11-02T00:00-05', '11-03T00:00-05', '11-01T00:00-04', '11-01T00:30-04'],
      ['11-02T00:30-05', 'yesterday', '11-01T00:00-04', '11-02T00:00-05', '10-31T00:00-04', '11-01T00:00-04'],
    ],
  } as const
  for (const [zone, rows] of Object.entries(table)) {
    for (const [at, period, ...expected] of rows) {
      const [now, ...moments] = [at, ...expected].map((text) => new Date(`2026-${text}:00`)) as [Date, ...Date[]]
      const range = periodOf({ period }, now, zone, reject)
      const compared = previousOf(range, now, zone)
      assert.deepEqual([range.start, range.end, compared?.start, compared?.end], moments, `${zone} ${at} ${period}`)
    }
  }
})

test('An impossible period is refused with advice', () => {
  const table = [
    [{ date_from: '2026-11-10', date_to: '2026-11-09' }, 'date_from', /must not be after date_to/],
    [{ date_from: '2026-11-16' }, 'date_from', /after today, 2026-11-15; give date_to too/],
    [{ date_from: '2027-01-01', period: 'all' }, 'date_from', /after today/],
    [{ date_to: '2026-10-31' }, 'date_to', /begins on 2026-11-01, after date_to; give date_from too/],
    [{ period: 'today', date_to: '2026-11-14' }, 'date_to', /begins on 2026-11-15/],
    [{ period: 'last_week', date_to: '2026-11-01' }, 'date_to', /begins on 2026-11-02/],
    [{ period: 'last_7_days', date_to: '2026-11-08' }, 'date_to', /begins on 2026-11-09/],
    [{ period: 'all', custom_days_back: 10, date_to: '2026-11-05' }, 'date_to', /begins on 2026-11-06/],
  ] as const
  const now = new Date('2026-11-15T23:30-05:00')
  for (const [input, field, sentence] of table) {
    const problem = refusal(() => periodOf(input, now, 'America/Bogota', reject))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_value', field], JSON.stringify(input))
    assert.match(problem.message, sentence)
  }
})

test('A window is a number of days until today, or from one day to another', () => {
  const table = [
    [{}, '2026-10-17..2026-11-15', '2026-09-17..2026-10-16'],
    [{ days: 1 }, '2026-11-15..2026-11-15', '2026-11-14..2026-11-14'],
    [{ days: 7 }, '2026-11-09..2026-11-15', '2026-11-02..2026-11-08'],
    [{ days: 3660 }, '2016-11-08..2026-11-15', '2006-11-01..2016-11-07'],
    [{ from: '2026-11-01', to: '2026-11-01' }, '2026-11-01..2026-11-01', '2026-10-31..2026-10-31'],
    [{ from: '2026-10-01', to: '2026-10-31' }, '2026-10-01..2026-10-31', '2026-08-31..2026-09-30'],
    [{ from: '2026-10-01', to: '2026-10-31', days: 7 }, '2026-10-01..2026-10-31', '2026-08-31..2026-09-30'],
    [{ from: '2024-02-29', to: '2024-03-01' }, '2024-02-29..2024-03-01', '2024-02-27..2024-02-28'],
    [{ from: '2026-11-10', to: '2026-11-20' }, '2026-11-10..2026-11-20', '2026-10-30..2026-11-09'],
  ] as const
  const now = new Date('2026-11-15T23:30-05:00')
  for (const [input, days, previous] of table) {
    const range = windowOf(input, now, 'America/Bogota', reject)
    const compared = previousOf(range, now, 'America/Bogota')
    assert.deepEqual([written(range), written(compared)], [days, previous], JSON.stringify(input))
    assert.deepEqual(range.start, midnight['America/Bogota']!(range.from))
    assert.deepEqual(range.end, midnight['America/Bogota']!(addDays(range.to, 1)))
    assert.deepEqual(compared.end, range.start)
  }
})

test('A window needs both its ends, in their order, and has an end', () => {
  const table = [
    [{ from: '2026-11-01' }, 'missing_field', 'to', /Give to with from/],
    [{ to: '2026-11-01' }, 'missing_field', 'from', /Give from with to/],
    [{ to: '2026-11-01', days: 7 }, 'missing_field', 'from', /Give from with to/],
    [{ from: '2026-11-02', to: '2026-11-01' }, 'invalid_value', 'from', /must not be after to/],
    [{ from: '2010-01-01', to: '2026-11-15' }, 'invalid_value', 'from', /3660 days at most/],
  ] as const
  for (const [input, code, field, sentence] of table) {
    const problem = refusal(() => windowOf(input, new Date('2026-11-15T12:00Z'), 'America/Bogota', reject))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], [code, field], JSON.stringify(input))
    assert.match(problem.message, sentence)
  }
})

function refusal(run: () => unknown): Problem {
  try {
    run()
  } catch (problem) {
    assert.ok(problem instanceof Problem)
    return problem
  }
  return assert.fail('It was not refused.')
}

test('Invalid periods, numbers of days and days are refused', () => {
  const period = z.strictObject(period_input)
  const window = z.strictObject(window_input)
  for (const name of period_names) assert.deepEqual(period.parse({ period: name }), { period: name })
  const longest = { custom_days_back: 3660, date_from: '1900-01-01', date_to: '2199-12-31' }
  assert.deepEqual(period.parse(longest), longest)
  const window_asked = { days: 3660, from: '2024-02-29', to: '2026-11-15', inbox_id: '7' }
  assert.deepEqual(window.parse(window_asked), window_asked)
  // Missing parameters stay missing, so that they differ from given ones.
  assert.deepEqual([period.parse({}), window.parse({})], [{}, {}])

  const wrong = [
    ...['', 'last_8_days', 'THIS_MONTH', 'week', 'all_time', null, 7].map((value) => ({ period: value })),
    ...[0, -1, 1.5, 3661, '7', null].map((value) => ({ custom_days_back: value })),
    ...wrongDays.flatMap((value) => [{ date_from: value }, { date_to: value }]),
    { days: 7 },
  ]
  for (const input of wrong) assert.equal(period.safeParse(input).success, false, JSON.stringify(input))

  const wrongWindows = [
    ...[0, -1, 1.5, 3661, '30', null].map((value) => ({ days: value })),
    ...wrongDays.flatMap((value) => [
      { from: value, to: '2026-11-15' },
      { from: '2026-11-15', to: value },
    ]),
    ...['', 'Ventas', '-1', 7].map((value) => ({ inbox_id: value })),
    { period: 'today' },
  ]
  for (const input of wrongWindows) assert.equal(window.safeParse(input).success, false, JSON.stringify(input))
})

const wrongDays = [
  '',
  '15/11/2026',
  '2026-1-1',
  '2026-11-15T00:00:00Z',
  '0000-00-00',
  '2025-02-29',
  '2100-02-29',
  '2026-04-31',
  '2026-13-01',
  '1899-12-31',
  '2200-01-01',
]

test('Every parameter has a description', () => {
  for (const [name, shape] of Object.entries({ ...period_input, ...window_input }))
    assert.ok((shape.description ?? '').length > 15, name)
})

const zones = [
  'America/Bogota',
  'Europe/Madrid',
  'Asia/Kolkata',
  // Midnight does not exist when summer time starts.
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Beirut',
  'Atlantic/Azores',
  // Midnight repeats when summer time ends; a skipped last hour; a half-hour offset; the first and the last zone to start a day.
  'America/Havana',
  'America/Nuuk',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
]

const anyZone = fc.constantFrom(...zones)
const anyNow = fc.date({ min: new Date('2022-01-01'), max: new Date('2037-12-31'), noInvalidDate: true })
const anyDay = fc.integer({ min: 0, max: 8000 }).map((days) => addDays('2020-01-01', days))
const twoDays = fc
  .tuple(anyDay, fc.integer({ min: 0, max: 3659 }))
  .map(([from, more]) => ({ date_from: from, date_to: addDays(from, more) }))

/** Any valid input. */
const anyInput: fc.Arbitrary<PeriodInput> = fc.oneof(
  fc.constantFrom(...period_names).map((period) => ({ period })),
  fc.integer({ min: 1, max: 3660 }).map((custom_days_back) => ({ custom_days_back })),
  fc.constant({ date_from: '2021-12-30' }),
  twoDays,
)

const many = runs(2000)

test('A range begins with its first day and ends with its last, in every zone', () => {
  fc.assert(
    fc.property(anyInput, anyNow, anyZone, (input, now, zone) => {
      const range = periodOf(input, now, zone, reject)
      assert.equal(dayOf(new Date(range.end.getTime() - 1), zone), range.to)
      assert.equal(dayOf(range.end, zone), addDays(range.to, 1))
      if (range.from === null) return
      assert.ok(range.start < range.end)
      assert.equal(dayOf(range.start, zone), range.from)
      assert.equal(dayOf(new Date(range.start.getTime() - 1), zone), addDays(range.from, -1))
    }),
    many,
  )
})

test('The previous range lies before the range and begins with its own first day', () => {
  fc.assert(
    fc.property(anyInput, anyNow, anyZone, (input, now, zone) => {
      const range = periodOf(input, now, zone, reject)
      const previous = previousOf(range, now, zone)
      if (range.from === null || previous === null) {
        assert.deepEqual([range.from, previous], [null, null])
        return
      }
      assert.ok(previous.start <= previous.end && previous.end <= range.start)
      assert.equal(dayOf(previous.start, zone), previous.from)
      assert.ok(previous.from <= previous.to && previous.to < range.from)
      assert.ok(dayOf(previous.end, zone) <= addDays(previous.to, 1))
    }),
    many,
  )
})

test('Windows and rolling periods compare with the same number of days right before them', () => {
  const rolling = period_names.filter((name) => /^last_\d/.test(name)).map((period) => ({ period }))
  const some = fc.oneof(
    anyInput.filter(({ period }) => period === undefined),
    fc.constantFrom(...rolling),
  )
  fc.assert(
    fc.property(some, anyNow, anyZone, (input, now, zone) => {
      const range = periodOf(input, now, zone, reject)
      const previous = previousOf(range, now, zone)
      assert.ok(range.from !== null && previous !== null)
      assert.deepEqual(previous.end, range.start)
      assert.equal(addDays(previous.to, 1), range.from)
      assert.equal(countDays(previous.from, previous.to), countDays(range.from, range.to))
    }),
    many,
  )
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3660 }), anyNow, anyZone, (days, now, zone) => {
      const range = windowOf({ days }, now, zone, reject)
      const previous = previousOf(range, now, zone)
      assert.deepEqual(range, periodOf({ custom_days_back: days }, now, zone, reject))
      assert.equal(range.to, dayOf(now, zone))
      assert.deepEqual(previous.end, range.start)
      assert.equal(countDays(previous.from, previous.to), days)
    }),
    many,
  )
})

test('A whole unit compares with the same period one unit ago', () => {
  const whole = fc.constantFrom('yesterday', 'last_week', 'last_month', 'last_quarter')
  fc.assert(
    fc.property(whole, anyNow, anyZone, (period, now, zone) => {
      const range = periodOf({ period }, now, zone, reject)
      const then = new Date(range.end.getTime() - 1)
      const previous = previousOf(range, now, zone)
      assert.deepEqual(previous, periodOf({ period }, then, zone, reject))
      assert.deepEqual(previous?.end, range.start)
    }),
    many,
  )
})

test('A period until now compares with the same period up to the same local time', () => {
  const running = fc.constantFrom('today', 'this_week', 'this_month', 'this_quarter', 'this_year')
  fc.assert(
    fc.property(running, anyNow, anyZone, (period, now, zone) => {
      const previous = previousOf(periodOf({ period }, now, zone, reject), now, zone)!
      const then = previous.end
      const isShorter = previous.to.slice(8) < dayOf(now, zone).slice(8) && /month|quarter|year/.test(period)
      // A shorter month counts whole; a skipped local time does not exist.
      if (isShorter || shown(then, zone) !== shown(now, zone)) {
        assert.ok(isShorter ? dayOf(then, zone) === addDays(previous.to, 1) : isNearChange(then, zone))
        return
      }
      const { from, to } = periodOf({ period }, then, zone, reject)
      assert.deepEqual({ from, to }, { from: previous.from, to: previous.to })
    }),
    many,
  )
})

/** Local time, computed in another way than the code under test. */
function shown(moment: Date, zone: string): string {
  return `${moment.toLocaleTimeString('en-GB', { timeZone: zone })}.${moment.getUTCMilliseconds()}`
}

function isNearChange(moment: Date, zone: string): boolean {
  const hours = [-3, 3].map((more) => new Date(moment.getTime() + more * 3_600_000))
  const [before, after] = hours.map(
    (each) => Number(shown(each, zone).slice(0, 2)) * 60 + Number(shown(each, zone).slice(3, 5)),
  )
  return (after! - before! + 1440) % 1440 !== 360
}

test('As time passes, the previous range only grows', () => {
  const running = fc.constantFrom('today', 'this_week', 'this_month', 'this_quarter', 'this_year')
  const still = fc.constantFrom('America/Bogota', 'Asia/Kolkata', 'Pacific/Kiritimati')
  fc.assert(
    fc.property(running, anyNow, fc.integer({ min: 0, max: 4 * 86_400_000 }), still, (period, now, more, zone) => {
      const later = new Date(now.getTime() + more)
      const before = periodOf({ period }, now, zone, reject)
      const after = periodOf({ period }, later, zone, reject)
      if (before.from !== after.from) return
      assert.ok(previousOf(before, now, zone)!.end <= previousOf(after, later, zone)!.end)
    }),
    many,
  )
})

test('Overridden parameters make no difference', () => {
  const any = fc.record({
    period: fc.constantFrom(...period_names),
    custom_days_back: fc.integer({ min: 1, max: 3660 }),
  })
  fc.assert(
    fc.property(any, twoDays, anyNow, anyZone, ({ period, custom_days_back }, days, now, zone) => {
      const read = (input: PeriodInput) => periodOf(input, now, zone, reject)
      assert.deepEqual(read({ period, custom_days_back }), read({ custom_days_back }))
      assert.deepEqual(read({ period, custom_days_back, ...days }), read(days))
    }),
  )
})

test('date_to alone gives the same start and no later end, or is refused', () => {
  fc.assert(
    fc.property(fc.constantFrom(...period_names), anyNow, anyZone, anyDay, (period, now, zone, date_to) => {
      const range = periodOf({ period }, now, zone, reject)
      if (range.from !== null && date_to < range.from) {
        assert.equal(refusal(() => periodOf({ period, date_to }, now, zone, reject)).code, 'invalid_value')
        return
      }
      const trimmed = periodOf({ period, date_to }, now, zone, reject)
      assert.equal(trimmed.from, range.from)
      assert.equal(trimmed.to, date_to < range.to ? date_to : range.to)
    }),
    many,
  )
})

test('Days of a range are listed once each, in order', () => {
  assert.deepEqual(daysOf({ from: '2024-02-28', to: '2024-03-01' }), ['2024-02-28', '2024-02-29', '2024-03-01'])
  assert.deepEqual(daysOf({ from: '2026-12-31', to: '2027-01-01' }), ['2026-12-31', '2027-01-01'])
  assert.deepEqual(daysOf({ from: '2026-03-29', to: '2026-03-29' }), ['2026-03-29'])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), anyNow, anyZone, (days, now, zone) => {
      const range = windowOf({ days }, now, zone, reject)
      const all = daysOf(range)
      assert.deepEqual([all.length, all[0], all.at(-1)], [days, range.from, range.to])
      for (const [i, day] of all.entries()) if (i > 0) assert.equal(day, addDays(all[i - 1]!, 1))
    }),
    runs(200),
  )
})
