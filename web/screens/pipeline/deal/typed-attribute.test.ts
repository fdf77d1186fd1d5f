import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTyped, typeOf } from './typed-attribute.ts'

test('an attribute without a definition is of the type its value has', () => {
  assert.equal(typeOf(undefined, true), 'checkbox')
  assert.equal(typeOf(undefined, 3), 'number')
  assert.equal(typeOf(undefined, 'rojo'), 'text')
  assert.equal(typeOf('date', '2026-01-01'), 'date')
})

test('a number stays a number as far as the text still is one', () => {
  assert.equal(readTyped('number', '12,5'), 12.5)
  assert.equal(readTyped('number', 'doce'), 'doce')
  assert.equal(readTyped('number', ''), '')
  assert.equal(readTyped('text', '12'), '12')
})
