import assert from 'node:assert/strict'
import { test } from 'node:test'
import { like, readValue } from './attribute-values.ts'

test('what is written into a field is read as its kind', () => {
  assert.equal(readValue('currency', '$ 350.000.000'), 350_000_000)
  assert.equal(readValue('percent', '-12,5 %'), -12.5)
  assert.equal(readValue('number', 'muchos'), undefined)
  assert.equal(readValue('link', 'example.com/ana'), 'https://example.com/ana')
  assert.equal(readValue('link', 'http://example.com'), 'http://example.com')
  assert.equal(readValue('link', 'javascript:alert(1)'), undefined)
  assert.equal(readValue('link', 'a b'), undefined)
  assert.equal(readValue('text', ' '), null)
})

test('a value nobody defined keeps its kind where the text allows it', () => {
  assert.equal(like(3, '4'), 4)
  assert.equal(like(3, 'cuatro'), 'cuatro')
  assert.equal(like(true, 'false'), false)
  assert.equal(like('x', ''), null)
})
