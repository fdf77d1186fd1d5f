import assert from 'node:assert/strict'
import { test } from 'node:test'
import { goesBy } from './goes-by.ts'

test('a text is found by parts of its words, accents and case aside', () => {
  for (const words of ['', 'garantia', 'VIP extend', ' garantía  ']) assert.ok(goesBy('Garantía extendida VIP', words))
  for (const words of ['otra', 'vip nuevo']) assert.ok(!goesBy('Garantía extendida VIP', words), words)
})
