import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isQuiet } from '#contract/quiet-hours.ts'

const at = (time: string) => new Date(`2026-11-17T${time}:00-05:00`)
const quiet = (from: string, to: string) => ({ from, to, time_zone: 'America/Bogota' })

test('Quiet hours are those of the time zone, from the first minute until before the last', () => {
  const noon = quiet('12:00', '14:00')
  const times = ['11:59', '12:00', '13:59', '14:00']
  assert.deepEqual(
    times.map((time) => isQuiet(noon, at(time))),
    [false, true, true, false],
  )
  assert.equal(isQuiet({ ...noon, time_zone: 'Europe/Madrid' }, at('12:30')), false)
  assert.equal(isQuiet({ ...noon, time_zone: 'Europe/Madrid' }, at('06:30')), true)
})

test('Quiet hours may pass midnight, and nothing is quiet without them', () => {
  const night = quiet('21:00', '07:00')
  const times = ['20:59', '21:00', '00:00', '06:59', '07:00']
  assert.deepEqual(
    times.map((time) => isQuiet(night, at(time))),
    [false, true, true, true, false],
  )
  assert.equal(isQuiet(null, at('03:00')), false)
})
