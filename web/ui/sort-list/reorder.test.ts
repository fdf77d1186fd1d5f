import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reorder, moveTo } from './reorder.ts'

const items = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }))
const order = (ids: string[]) => reorder(items, ids).map(({ id }) => id)

test('All items take the given order', () => {
  assert.deepEqual(order(['e', 'd', 'c', 'b', 'a']), ['e', 'd', 'c', 'b', 'a'])
})

test('A subset is reordered within its positions; the others stay', () => {
  assert.deepEqual(order(['d', 'b']), ['a', 'd', 'c', 'b', 'e'])
})

test('A missing id is ignored', () => {
  assert.deepEqual(order(['gone', 'b', 'a']), ['b', 'a', 'c', 'd', 'e'])
})

test('An item moves to a position, clamped to the ends', () => {
  const ids = ['a', 'b', 'c']
  assert.deepEqual(moveTo(ids, 'a', 1), ['b', 'a', 'c'])
  assert.deepEqual(moveTo(ids, 'c', 0), ['c', 'a', 'b'])
  assert.deepEqual(moveTo(ids, 'a', 9), ['b', 'c', 'a'])
  assert.deepEqual(moveTo(ids, 'a', -1), ['a', 'b', 'c'])
})
