import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchesWords } from './matches-words.ts'

test('A text matches parts of its words, ignoring accents and case', () => {
  for (const words of ['', 'garantia', 'VIP extend', ' garantía  '])
    assert.ok(matchesWords('Garantía extendida VIP', words))
  for (const words of ['otra', 'vip nuevo']) assert.ok(!matchesWords('Garantía extendida VIP', words), words)
})
