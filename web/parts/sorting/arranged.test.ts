import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arranged, moved } from './arranged.ts'

const items = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }))
const order = (ids: string[]) => arranged(items, ids).map(({ id }) => id)

test('all named are in the order they are named', () => {
  assert.deepEqual(order(['e', 'd', 'c', 'b', 'a']), ['e', 'd', 'c', 'b', 'a'])
})

test('some named change places among themselves; the others stay', () => {
  assert.deepEqual(order(['d', 'b']), ['a', 'd', 'c', 'b', 'e'])
})

test('one that is no longer there is passed over', () => {
  assert.deepEqual(order(['gone', 'b', 'a']), ['b', 'a', 'c', 'd', 'e'])
})

test('one is put into another place, at most at the ends', () => {
  const ids = ['a', 'b', 'c']
  assert.deepEqual(moved(ids, 'a', 1), ['b', 'a', 'c'])
  assert.deepEqual(moved(ids, 'c', 0), ['c', 'a', 'b'])
  assert.deepEqual(moved(ids, 'a', 9), ['b', 'c', 'a'])
  assert.deepEqual(moved(ids, 'a', -1), ['a', 'b', 'c'])
})
