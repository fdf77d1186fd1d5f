import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseStorableJson } from './storable-json.ts'

test('JSON with half a surrogate pair or NUL becomes JSON that can be stored, names included', () => {
  assert.deepEqual(parseStorableJson('{"a\\ud800b":["x\\u0000y",{"\\uDFFF":1}]}'), {
    'a\ufffdb': ['xy', { '\ufffd': 1 }],
  })
  assert.deepEqual(parseStorableJson(Buffer.from('{"hola":"😀 \\ud83d\\ude00"}')), { hola: '😀 😀' })
})

test('JSON without them is unchanged', () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: 'grapheme' }), (text) => {
      assert.deepEqual(parseStorableJson(text), JSON.parse(text))
    }),
  )
})
