import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confidences, type ScoredPassage } from './confidence-rules.ts'

const passage = (key: string, total: number, codes = 0): ScoredPassage => ({
  key,
  total,
  fit: { words: 0, codes, subjects: 0 },
})

test('A strong passage far ahead is likely right, and a weak one or a close second is not', () => {
  const [clear, behind] = confidences([passage('a', 1.5), passage('b', 0.7)], [])
  assert.ok(clear! > 0.9 && behind! < 0.1)
  assert.ok(confidences([passage('a', 0.5), passage('b', 0.45)], [])[0]! < 0.3)
  const [first, second] = confidences([passage('a', 1.1), passage('b', 1.1)], [])
  assert.ok(first! < 0.75 && Math.abs(first! - second!) < 0.01)
})

test('Passages of one document do not compete', () => {
  const one = confidences([passage('a', 1.2), passage('a', 1.19), passage('b', 0.6)], [])
  assert.ok(one[0]! > 0.75 && one[1]! > 0.75)
})

test('A passage without the code that was asked for is less likely right', () => {
  const found = [passage('a', 1.2), passage('b', 0.7)]
  assert.ok(confidences(found, ['ap9981'])[0]! < confidences(found, [])[0]!)
  assert.equal(confidences(found, ['15'])[0], confidences(found, [])[0])
})
