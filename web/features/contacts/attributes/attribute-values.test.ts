import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLike, readValue } from './attribute-values.ts'

test('Text typed into a field is parsed as the type of the field', () => {
  assert.equal(readValue('currency', '$ 350.000.000'), 350_000_000)
  assert.equal(readValue('percent', '-12,5 %'), -12.5)
  assert.equal(readValue('number', 'muchos'), undefined)
  assert.equal(readValue('link', 'example.com/ana'), 'https://example.com/ana')
  assert.equal(readValue('link', 'http://example.com'), 'http://example.com')
  assert.equal(readValue('link', 'javascript:alert(1)'), undefined)
  assert.equal(readValue('link', 'a b'), undefined)
  assert.equal(readValue('text', ' '), null)
})

test('A value without a definition keeps its type where the text allows it', () => {
  assert.equal(readLike(3, '4'), 4)
  assert.equal(readLike(3, 'cuatro'), 'cuatro')
  assert.equal(readLike(true, 'false'), false)
  assert.equal(readLike('x', ''), null)
})
