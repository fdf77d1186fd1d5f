import assert from 'node:assert/strict'
import { test } from 'node:test'
import { positionOf, isSamePosition, type CardPages, insertCard, removeCard } from './reorder.ts'

const toItems = (ids: string) => ids.split('').map((id) => ({ id }))
const list = (...pages: string[]): CardPages => ({
  pages: pages.map((ids) => ({ items: toItems(ids), next_cursor: null })),
  pageParams: pages.map(() => ''),
})
const ids = ({ pages }: CardPages) => pages.map(({ items }) => items.map(({ id }) => id).join(''))

test('A card leaves its column and joins another at the given position', () => {
  assert.deepEqual(ids(removeCard(list('abc', 'de'), 'b')), ['ac', 'de'])
  const card = { id: 'x' }
  assert.deepEqual(ids(insertCard(list('abc', 'de'), card, { before_id: 'd' })), ['abc', 'xde'])
  assert.deepEqual(ids(insertCard(list('abc', 'de'), card, { after_id: 'c' })), ['abcx', 'de'])
  assert.deepEqual(ids(insertCard(list('abc', 'de'), card, {})), ['xabc', 'de'])
  assert.deepEqual(ids(insertCard(list('abc'), card, { before_id: 'gone' })), ['xabc'])
  assert.deepEqual(ids(insertCard(list(''), card, {})), ['x'])
})

test('A card moved within its column appears once', () => {
  assert.deepEqual(ids(insertCard(list('abc'), { id: 'c' }, { before_id: 'a' })), ['cab'])
  assert.deepEqual(ids(insertCard(list('abc'), { id: 'a' }, { after_id: 'c' })), ['bca'])
})

test('A move can be undone to the previous position', () => {
  const items = toItems('abc')
  for (const id of 'abc') {
    const left = removeCard(list('abc'), id)
    assert.deepEqual(ids(insertCard(left, { id }, positionOf(items, id))), ['abc'])
  }
  assert.deepEqual(positionOf(items, 'z'), {})
})

test('Dropping a card where it was is not a move', () => {
  const items = toItems('abc')
  assert.equal(isSamePosition(items, 'b', { before_id: 'c' }), true)
  assert.equal(isSamePosition(items, 'b', { after_id: 'a' }), true)
  assert.equal(isSamePosition(items, 'c', { after_id: 'b' }), true)
  assert.equal(isSamePosition(items, 'b', { before_id: 'a' }), false)
  assert.equal(isSamePosition(items, 'z', { before_id: 'a' }), false)
})
