import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  addDays,
  countDays,
  dayOf,
  endOfMonth,
  momentAt,
  readMoment,
  startOfDay,
  startOfMonth,
  startOfWeek,
  startOfYear,
  timeOf,
} from '#contract/periods.ts'
import { runs } from '#test/runs.ts'

const zones = ['America/Bogota', 'America/Sao_Paulo', 'Europe/Madrid', 'Asia/Kolkata', 'America/Havana', 'Asia/Amman']

test('A day begins at midnight of its own time zone', () => {
  const table = [
    ['America/Bogota', '2026-11-15', '2026-11-15T05:00:00.000Z'],
    ['America/Bogota', '2026-01-01', '2026-01-01T05:00:00.000Z'],
    ['America/Bogota', '2024-02-29', '2024-02-29T05:00:00.000Z'],
    ['America/Sao_Paulo', '2026-06-01', '2026-06-01T03:00:00.000Z'],
    ['America/Sao_Paulo', '2018-01-10', '2018-01-10T02:00:00.000Z'],
    ['Europe/Madrid', '2026-01-01', '2025-12-31T23:00:00.000Z'],
    ['Europe/Madrid', '2026-07-01', '2026-06-30T22:00:00.000Z'],
    ['Asia/Kolkata', '2026-01-01', '2025-12-31T18:30:00.000Z'],
    ['Asia/Kolkata', '2024-03-01', '2024-02-29T18:30:00.000Z'],
  ] as const
  for (const [zone, day, expected] of table) {
    assert.equal(startOfDay(day, zone).toISOString(), expected, `${day} in ${zone}`)
  }
})

test('The days on which clocks change begin when their zone says so', () => {
  const table = [
    ['Europe/Madrid', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Europe/Madrid', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['Europe/Madrid', '2026-10-25', '2026-10-24T22:00:00.000Z'],
    ['Europe/Madrid', '2026-10-26', '2026-10-25T23:00:00.000Z'],
    // São Paulo used to set its clocks back at midnight, so the day began an hour later.
    ['America/Sao_Paulo', '2018-02-18', '2018-02-18T03:00:00.000Z'],
  ] as const
  for (const [zone, day, expected] of table) {
    assert.equal(startOfDay(day, zone).toISOString(), expected, `${day} in ${zone}`)
  }
})

test('Without a midnight, the day begins with its first moment', () => {
  // On these nights clocks went from 23:59 to 01:00.
  assert.equal(startOfDay('2017-10-15', 'America/Sao_Paulo').toISOString(), '2017-10-15T03:00:00.000Z')
  assert.equal(startOfDay('2018-11-04', 'America/Sao_Paulo').toISOString(), '2018-11-04T03:00:00.000Z')
  assert.equal(startOfDay('1992-05-03', 'America/Bogota').toISOString(), '1992-05-03T05:00:00.000Z')
})

test('With two midnights, the day begins with the first', () => {
  assert.equal(startOfDay('2023-11-05', 'America/Havana').toISOString(), '2023-11-05T04:00:00.000Z')
  assert.equal(startOfDay('2021-10-29', 'Asia/Amman').toISOString(), '2021-10-28T21:00:00.000Z')
})

test('A moment belongs to the local day, up to the last millisecond', () => {
  const table = [
    ['2026-11-15T04:59:59.999Z', 'America/Bogota', '2026-11-14'],
    ['2026-11-15T05:00:00.000Z', 'America/Bogota', '2026-11-15'],
    ['2027-01-01T04:59:59.999Z', 'America/Bogota', '2026-12-31'],
    ['2024-03-01T04:59:59.999Z', 'America/Bogota', '2024-02-29'],
    ['2025-03-01T04:59:59.999Z', 'America/Bogota', '2025-02-28'],
    ['2026-03-28T22:59:59.999Z', 'Europe/Madrid', '2026-03-28'],
    ['2026-12-31T18:29:59.999Z', 'Asia/Kolkata', '2026-12-31'],
    ['2026-12-31T18:30:00.000Z', 'Asia/Kolkata', '2027-01-01'],
    ['2017-10-15T02:59:59.999Z', 'America/Sao_Paulo', '2017-10-14'],
  ] as const
  for (const [moment, zone, day] of table) assert.equal(dayOf(new Date(moment), zone), day, `${moment} in ${zone}`)
})

const anyDay = fc.integer({ min: 0, max: 73_000 }).map((days) => addDays('1900-01-01', days))

test('The start of a day is of that day, and the millisecond before is of the day before', () => {
  fc.assert(
    fc.property(anyDay, fc.constantFrom(...zones), (day, zone) => {
      const start = startOfDay(day, zone)
      assert.equal(dayOf(start, zone), day)
      assert.equal(dayOf(new Date(start.getTime() - 1), zone), addDays(day, -1))
    }),
    runs(2000),
  )
})

test('Every moment lies between the start of its day and the start of the next', () => {
  const moments = fc.date({ min: new Date('1900-01-02'), max: new Date('2099-12-30'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, fc.constantFrom(...zones), (moment, zone) => {
      const day = dayOf(moment, zone)
      assert.ok(startOfDay(day, zone) <= moment)
      assert.ok(moment < startOfDay(addDays(day, 1), zone))
    }),
    runs(1000),
  )
})

test('Days are counted over the ends of months, years and Februaries', () => {
  const table = [
    ['2026-11-30', 1, '2026-12-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2027-01-01', -1, '2026-12-31'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2024-03-01', -1, '2024-02-29'],
    ['2025-02-28', 1, '2025-03-01'],
    ['2000-02-28', 1, '2000-02-29'],
    ['2100-02-28', 1, '2100-03-01'],
    ['2026-11-15', 0, '2026-11-15'],
    ['2026-11-15', -365, '2025-11-15'],
  ] as const
  for (const [day, days, expected] of table) assert.equal(addDays(day, days), expected, `${day} ${days}`)
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -10_000, max: 10_000 }), (day, days) => {
      assert.equal(addDays(addDays(day, days), -days), day)
    }),
  )
})

test('A week begins on its Monday', () => {
  const table = [
    ['2026-11-16', '2026-11-16'],
    ['2026-11-17', '2026-11-16'],
    ['2026-11-22', '2026-11-16'],
    ['2026-11-15', '2026-11-09'],
    ['2027-01-01', '2026-12-28'],
    ['2024-03-01', '2024-02-26'],
  ] as const
  for (const [day, monday] of table) assert.equal(startOfWeek(day), monday, day)
  fc.assert(
    fc.property(anyDay, (day) => {
      const monday = startOfWeek(day)
      assert.equal(new Date(`${monday}T00:00:00Z`).getUTCDay(), 1)
      assert.ok(monday <= day && day < addDays(monday, 7))
    }),
  )
})

test('A month begins on its first', () => {
  for (const day of ['2026-11-01', '2026-11-15', '2026-11-30']) assert.equal(startOfMonth(day), '2026-11-01')
  assert.equal(startOfMonth('2024-02-29'), '2024-02-01')
})

test('A month ends with its last day, whichever that is', () => {
  const table = [
    ['2026-11-15', '2026-11-30'],
    ['2026-12-31', '2026-12-31'],
    ['2026-01-31', '2026-01-31'],
    ['2024-02-01', '2024-02-29'],
    ['2025-02-01', '2025-02-28'],
    ['2100-02-28', '2100-02-28'],
  ] as const
  for (const [day, last] of table) assert.equal(endOfMonth(day), last, day)
  fc.assert(fc.property(anyDay, (day) => assert.equal(addDays(endOfMonth(day), 1).slice(8), '01')))
})

test('A year begins on the first of January', () => {
  for (const day of ['2026-01-01', '2026-11-15', '2026-12-31']) assert.equal(startOfYear(day), '2026-01-01')
})

test('Counting days includes the first and the last', () => {
  assert.equal(countDays('2026-11-15', '2026-11-15'), 1)
  assert.equal(countDays('2024-02-28', '2024-03-01'), 3)
  assert.equal(countDays('2026-01-01', '2026-12-31'), 365)
})

test('Local times and moments convert into each other', () => {
  const time = (text: string): number => Date.parse(`1970-01-01T${text}Z`)
  const table = [
    ['America/Bogota', '2026-11-15', '00:00', '2026-11-15T05:00:00.000Z'],
    ['America/Bogota', '2026-10-31', '23:30', '2026-11-01T04:30:00.000Z'],
    ['America/Bogota', '1969-12-31', '23:59:59.999', '1970-01-01T04:59:59.999Z'],
    ['Asia/Kolkata', '2026-11-01', '00:15', '2026-10-31T18:45:00.000Z'],
    ['Europe/Madrid', '2026-03-29', '01:59', '2026-03-29T00:59:00.000Z'],
    ['Europe/Madrid', '2026-03-29', '03:00', '2026-03-29T01:00:00.000Z'],
    // A repeated local time means its first occurrence.
    ['Europe/Madrid', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
    ['Europe/Madrid', '2026-10-25', '03:00', '2026-10-25T02:00:00.000Z'],
    ['America/Havana', '2023-11-05', '00:30', '2023-11-05T04:30:00.000Z'],
  ] as const
  for (const [zone, day, text, moment] of table) {
    assert.equal(momentAt(day, time(text), zone).toISOString(), moment, `${day} ${text} in ${zone}`)
    assert.equal(timeOf(new Date(moment), zone), time(text), `${moment} in ${zone}`)
  }
  // A skipped local time moves forward by the length of the jump.
  assert.equal(momentAt('2026-03-29', time('02:30'), 'Europe/Madrid').toISOString(), '2026-03-29T01:30:00.000Z')
  assert.equal(momentAt('2018-11-04', time('00:30'), 'America/Sao_Paulo').toISOString(), '2018-11-04T03:30:00.000Z')
})

test('A moment converts to local time and back, or to the same time an hour earlier', () => {
  const moments = fc.date({ min: new Date('1995-01-01'), max: new Date('2099-12-30'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, fc.constantFrom(...zones), (moment, zone) => {
      const found = momentAt(dayOf(moment, zone), timeOf(moment, zone), zone)
      assert.ok([0, 3_600_000].includes(moment.getTime() - found.getTime()))
      assert.equal(timeOf(found, zone), timeOf(moment, zone))
    }),
    runs(2000),
  )
})

test('A moment without an offset is read in the time zone, and one with an offset as it is', () => {
  for (const [text, moment] of [
    ['2026-07-01T08:30', '2026-07-01T13:30:00.000Z'],
    ['2026-07-01T08:30:15.5', '2026-07-01T13:30:15.500Z'],
    ['2026-07-01T08:30:00Z', '2026-07-01T08:30:00.000Z'],
    ['2026-07-01T08:30:00-03:00', '2026-07-01T11:30:00.000Z'],
  ])
    assert.equal(readMoment(text!, 'America/Bogota').toISOString(), moment)
})
