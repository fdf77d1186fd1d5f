import assert from 'node:assert/strict'
import { test } from 'node:test'
import { duration } from './duration.ts'

test('A duration shows its two largest units and never 60 of one unit', () => {
  const examples: [number, string][] = [
    [0, '0 s'],
    [59.4, '59 s'],
    [59.6, '1 min'],
    [90, '2 min'],
    [3_570, '1 h'],
    [11_520, '3 h 12 min'],
    [86_399, '1 d'],
    [187_200, '2 d 4 h'],
    [172_799, '2 d'],
  ]
  for (const [seconds, text] of examples) assert.equal(duration(seconds), text, String(seconds))
})
