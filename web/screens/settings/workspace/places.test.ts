import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countries, currencies, timeZones } from './places.ts'

test('time zones say how far they are from UTC, and the one in use is among them', () => {
  const zones = timeZones('es', 'America/Bogota')
  assert.equal(zones.find(({ id }) => id === 'America/Bogota')?.hint, 'GMT-05:00')
  assert.ok(timeZones('es', 'Etc/GMT+3').some(({ id }) => id === 'Etc/GMT+3'))
  assert.equal(new Set(zones.map(({ id }) => id)).size, zones.length)
})

test('currencies and countries are named in the language, once each', () => {
  assert.equal(currencies('es').find(({ id }) => id === 'COP')?.name, 'Peso colombiano')
  const list = countries('en')
  assert.equal(list.find(({ id }) => id === 'CO')?.name, 'Colombia')
  assert.equal(new Set(list.map(({ name }) => name)).size, list.length)
  assert.ok(list.length > 240 && list.length < 260, String(list.length))
})
