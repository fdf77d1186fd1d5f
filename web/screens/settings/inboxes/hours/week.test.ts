import assert from 'node:assert/strict'
import { test } from 'node:test'
import { another, copied, intervalsOf, usual_week, weekOf } from './week.ts'

const intervals = [
  { day: 1, from: '08:00', to: '12:00' },
  { day: 1, from: '14:00', to: '24:00' },
  { day: 7, from: '00:00', to: '06:30' },
]

test('a week is read by days and written as it was, midnight included', () => {
  const week = weekOf(intervals)
  assert.deepEqual(week[0], [
    { from: '08:00', to: '12:00' },
    { from: '14:00', to: '00:00' },
  ])
  assert.deepEqual(week[1], [])
  assert.deepEqual(intervalsOf(week), intervals)
})

test('the shifts of a day are copied to others, which are then their own', () => {
  const week = copied(weekOf(intervals), 0, [1, 2])
  assert.deepEqual(week[2], week[0])
  assert.notEqual(week[2]?.[0], week[0]?.[0])
  assert.deepEqual(week[6], [{ from: '00:00', to: '06:30' }])
})

test('another shift begins an hour after the last, where the day has room', () => {
  assert.deepEqual(another([]), { from: '08:00', to: '18:00' })
  assert.deepEqual(another([{ from: '08:00', to: '12:00' }]), { from: '13:00', to: '17:00' })
  assert.deepEqual(another([{ from: '08:00', to: '21:30' }]), { from: '22:00', to: '23:00' })
  assert.deepEqual(another([{ from: '08:00', to: '00:00' }]), { from: '08:00', to: '18:00' })
})

test('the usual week is Monday to Friday', () => {
  assert.deepEqual(
    intervalsOf(usual_week).map(({ day }) => day),
    [1, 2, 3, 4, 5],
  )
})
