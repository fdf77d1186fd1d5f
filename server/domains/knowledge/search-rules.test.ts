import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Candidate, fuse, isEnough } from '#domains/knowledge/search-rules.ts'

const piece = (document_id: string, score: number, coverage?: number): Candidate => ({
  document_id,
  position: 0,
  score,
  ...(coverage !== undefined && { coverage }),
})
const order = (...lists: [Candidate[], Candidate[]]) => fuse(...lists).map(({ document_id }) => document_id)

test('without words the order is that of meaning', () => {
  assert.deepEqual(order([piece('a', 0.9), piece('b', 0.8)], []), ['a', 'b'])
})

test('all the words lift a piece over those that are a little nearer', () => {
  assert.deepEqual(order([piece('a', 0.6), piece('b', 0.5), piece('c', 0.4)], [piece('c', 0.4, 1)]), ['c', 'a', 'b'])
})

test('half of the words lift nothing', () => {
  assert.deepEqual(order([piece('a', 0.6), piece('b', 0.5)], [piece('b', 0.5, 0.5)]), ['a', 'b'])
})

test('of two with words the one with more of them comes first, then the nearer', () => {
  const near = [piece('a', 0.6), piece('b', 0.5)]
  assert.deepEqual(order(near, [piece('a', 0.6, 0.6), piece('b', 0.5, 1)]), ['b', 'a'])
  assert.deepEqual(order([], [piece('x', 0.1, 0.8), piece('y', 0.2, 0.8)]), ['y', 'x'])
})

test('a piece is enough by meaning or by words', () => {
  assert.ok(isEnough(piece('a', 0.31), 0.3))
  assert.ok(!isEnough(piece('a', 0.29), 0.3))
  assert.ok(isEnough(piece('a', 0, 0.5), 0.3))
})
