import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countries, currencies, timeZones } from './places.ts'

test('Time zones show their offset from UTC, and the current one is included', () => {
  const zones = timeZones('es', 'America/Bogota')
  assert.equal(zones.find(({ id }) => id === 'America/Bogota')?.hint, 'GMT-05:00')
  assert.ok(timeZones('es', 'Etc/GMT+3').some(({ id }) => id === 'Etc/GMT+3'))
  assert.equal(new Set(zones.map(({ id }) => id)).size, zones.length)
})

test('Currencies and countries appear once each, in the chosen language', () => {
  assert.equal(currencies('es').find(({ id }) => id === 'COP')?.name, 'Peso colombiano')
  const list = countries('en')
  assert.equal(list.find(({ id }) => id === 'CO')?.name, 'Colombia')
  assert.equal(new Set(list.map(({ name }) => name)).size, list.length)
  assert.ok(list.length > 240 && list.length < 260, String(list.length))
})
