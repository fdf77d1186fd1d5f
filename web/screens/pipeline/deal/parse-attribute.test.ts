import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAttribute, attributeType } from './parse-attribute.ts'

test('An attribute without a definition takes the type of its value', () => {
  assert.equal(attributeType(undefined, true), 'checkbox')
  assert.equal(attributeType(undefined, 3), 'number')
  assert.equal(attributeType(undefined, 'rojo'), 'text')
  assert.equal(attributeType('date', '2026-01-01'), 'date')
})

test('Numeric attributes are parsed, and other text is kept as it is', () => {
  assert.equal(parseAttribute('number', '12,5'), 12.5)
  assert.equal(parseAttribute('number', 'doce'), 'doce')
  assert.equal(parseAttribute('number', ''), '')
  assert.equal(parseAttribute('text', '12'), '12')
})
