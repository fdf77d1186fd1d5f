import assert from 'node:assert/strict'
import { test } from 'node:test'
import { besideOf, isSamePlace, type Listed, placed, without } from './relocating.ts'

const named = (ids: string) => ids.split('').map((id) => ({ id }))
const list = (...pages: string[]): Listed => ({
  pages: pages.map((ids) => ({ items: named(ids), next_cursor: null })),
  pageParams: pages.map(() => ''),
})
const ids = ({ pages }: Listed) => pages.map(({ items }) => items.map(({ id }) => id).join(''))

test('a card leaves its column and comes to another, beside whom it was put', () => {
  assert.deepEqual(ids(without(list('abc', 'de'), 'b')), ['ac', 'de'])
  const card = { id: 'x' }
  assert.deepEqual(ids(placed(list('abc', 'de'), card, { before_id: 'd' })), ['abc', 'xde'])
  assert.deepEqual(ids(placed(list('abc', 'de'), card, { after_id: 'c' })), ['abcx', 'de'])
  assert.deepEqual(ids(placed(list('abc', 'de'), card, {})), ['xabc', 'de'])
  assert.deepEqual(ids(placed(list('abc'), card, { before_id: 'gone' })), ['xabc'])
  assert.deepEqual(ids(placed(list(''), card, {})), ['x'])
})

test('a card that moves within its column stands there once', () => {
  assert.deepEqual(ids(placed(list('abc'), { id: 'c' }, { before_id: 'a' })), ['cab'])
  assert.deepEqual(ids(placed(list('abc'), { id: 'a' }, { after_id: 'c' })), ['bca'])
})

test('where a card stood can be said, so that it can go back', () => {
  const items = named('abc')
  for (const id of 'abc') {
    const left = without(list('abc'), id)
    assert.deepEqual(ids(placed(left, { id }, besideOf(items, id))), ['abc'])
  }
  assert.deepEqual(besideOf(items, 'z'), {})
})

test('a card put where it stands has not moved', () => {
  const items = named('abc')
  assert.equal(isSamePlace(items, 'b', { before_id: 'c' }), true)
  assert.equal(isSamePlace(items, 'b', { after_id: 'a' }), true)
  assert.equal(isSamePlace(items, 'c', { after_id: 'b' }), true)
  assert.equal(isSamePlace(items, 'b', { before_id: 'a' }), false)
  assert.equal(isSamePlace(items, 'z', { before_id: 'a' }), false)
})
