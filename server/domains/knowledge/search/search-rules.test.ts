import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Candidate, preselect, selectiveWords, totalOf, withWeights } from './search-rules.ts'

const piece = (document_id: string, score: number, coverage?: number): Candidate => ({
  document_id,
  position: 0,
  score,
  ...(coverage !== undefined && { coverage }),
})
const order = (near: Candidate[], worded: Candidate[], most = 10) =>
  preselect(near, worded, most).map(({ document_id }) => document_id)

test('Candidates come by meaning and by words, each once, the best of them', () => {
  assert.deepEqual(order([piece('a', 0.9), piece('b', 0.8)], []), ['a', 'b'])
  assert.deepEqual(order([piece('a', 0.6), piece('c', 0.4)], [piece('c', 0.4, 1)]), ['c', 'a'])
  assert.deepEqual(order([piece('a', 0.6), piece('b', 0.5), piece('c', 0.4)], [], 2), ['a', 'b'])
})

test('Words, codes and subjects raise a passage', () => {
  const none = { words: 0, codes: 0, subjects: 0 }
  for (const fit of [{ words: 1 }, { codes: 1 }, { subjects: 1 }])
    assert.ok(totalOf(0.5, { ...none, ...fit }) > totalOf(0.5, none))
})

test('A rare code weighs more than rare words, and finds its passage among them', () => {
  const words = withWeights(
    ['quiero', 'saber', 'tx220'].map((text, i) => ({ text, query: text, had: [400, 300, 1][i]! })),
    1_000,
  )
  assert.deepEqual(
    selectiveWords(words, 1_000).map(({ text }) => text),
    ['tx220'],
  )
})
