import assert from 'node:assert/strict'
import { test } from 'node:test'
import { another, copyShifts, intervalsOf, usual_week, weekOf } from './week.ts'

const intervals = [
  { day: 1, from: '08:00', to: '12:00' },
  { day: 1, from: '14:00', to: '24:00' },
  { day: 7, from: '00:00', to: '06:30' },
]

test('A week is grouped by day and round-trips, including midnight', () => {
  const week = weekOf(intervals)
  assert.deepEqual(week[0], [
    { from: '08:00', to: '12:00' },
    { from: '14:00', to: '00:00' },
  ])
  assert.deepEqual(week[1], [])
  assert.deepEqual(intervalsOf(week), intervals)
})

test('The shifts of a day are copied to others independently', () => {
  const week = copyShifts(weekOf(intervals), 0, [1, 2])
  assert.deepEqual(week[2], week[0])
  assert.notEqual(week[2]?.[0], week[0]?.[0])
  assert.deepEqual(week[6], [{ from: '00:00', to: '06:30' }])
})

test('A new shift starts an hour after the last one, if the day has room', () => {
  assert.deepEqual(another([]), { from: '08:00', to: '18:00' })
  assert.deepEqual(another([{ from: '08:00', to: '12:00' }]), { from: '13:00', to: '17:00' })
  assert.deepEqual(another([{ from: '08:00', to: '21:30' }]), { from: '22:00', to: '23:00' })
  assert.deepEqual(another([{ from: '08:00', to: '00:00' }]), { from: '08:00', to: '18:00' })
})

test('The default week is Monday to Friday', () => {
  assert.deepEqual(
    intervalsOf(usual_week).map(({ day }) => day),
    [1, 2, 3, 4, 5],
  )
})
