import assert from 'node:assert/strict'
import { test } from 'node:test'
import { colombianHolidays } from '#server/demo/holidays.ts'

test('The Colombian public holidays of a year match the official calendar', () => {
  assert.deepEqual(
    colombianHolidays(2026).map(({ date }) => date.slice(5)),
    [
      '01-01',
      '01-12',
      '03-23',
      '04-02',
      '04-03',
      '05-01',
      '05-18',
      '06-08',
      '06-15',
      '06-29',
      '07-20',
      '08-07',
      '08-17',
    ].concat(['10-12', '11-02', '11-16', '12-08', '12-25']),
  )
  assert.equal(colombianHolidays(2027).find(({ name }) => name === 'Viernes Santo')?.date, '2027-03-26')
})

test('Two holidays on the same date are listed as one day', () => {
  const days = colombianHolidays(2025)
  assert.equal(days.length, 17)
  assert.equal(days.find(({ date }) => date === '2025-06-30')?.name, 'San Pedro y San Pablo y Sagrado Corazón')
})
