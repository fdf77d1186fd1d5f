import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  given,
  readBoolean,
  readId,
  readIds,
  readList,
  readMoment,
  readObject,
  readPage,
  readText,
  readWords,
  unwrapped,
} from '#doors/classic/reading.ts'

test('an id is a number or its digits, and nothing else', () => {
  assert.deepEqual([7, '7', ' 7 ', '0'].map(readId), ['7', '7', '7', '0'])
  for (const wrong of ['', 'x', '-1', 1.5, null, undefined, {}, [], '1'.repeat(19), 1e21]) {
    assert.equal(readId(wrong), undefined, String(wrong))
  }
  assert.deepEqual(readIds([1, '2', 'x', null]), ['1', '2'])
  assert.deepEqual(readIds(undefined), [])
})

test('a list of words is a list, or a text with commas, each word once', () => {
  assert.deepEqual(readWords(['vip', ' vip ', '', 3]), ['vip', '3'])
  assert.deepEqual(readWords('vip, nueva,'), ['vip', 'nueva'])
  for (const nothing of [undefined, null, 5, {}]) assert.deepEqual(readWords(nothing), [])
  assert.deepEqual(readList({ 'labels[]': ['a', 'b'], labels: 'c' }, 'labels'), ['c', 'a', 'b'])
})

test('yes and no are read as forms write them', () => {
  assert.deepEqual([true, 'true', 1, '1'].map(readBoolean), [true, true, true, true])
  assert.deepEqual([false, 'false', 0, '0'].map(readBoolean), [false, false, false, false])
  assert.deepEqual(['yes', '', null, undefined].map(readBoolean), [undefined, undefined, undefined, undefined])
})

test('a moment is seconds or ISO-8601; what is neither is left for the operation to refuse', () => {
  assert.equal(readMoment(1_896_098_400), '2030-01-31T14:00:00.000Z')
  assert.equal(readMoment('1896098400'), '2030-01-31T14:00:00.000Z')
  assert.equal(readMoment('2030-01-31T09:00:00-05:00'), '2030-01-31T14:00:00.000Z')
  assert.equal(readMoment('tomorrow'), 'tomorrow')
  for (const nothing of ['', null, undefined]) assert.equal(readMoment(nothing), undefined)
})

test('an object may come as its JSON, and a body wrapped in its name', () => {
  assert.deepEqual(readObject('{"a":1}'), { a: 1 })
  for (const wrong of ['[object Object]', '[1]', [1], 3, null]) assert.equal(readObject(wrong), undefined)
  assert.deepEqual(unwrapped({ label: { title: 'vip' } }, 'label'), { title: 'vip' })
  assert.deepEqual(unwrapped({ label: 'vip', title: 'x' }, 'label'), { label: 'vip', title: 'x' })
})

test('the rest', () => {
  assert.deepEqual([readText(5), readText(''), readText('x'), readText({})], ['5', undefined, 'x', undefined])
  const pages = [{}, { page: '3' }, { page: '0' }, { page: 'x' }].map(readPage)
  assert.deepEqual(pages, [1, 3, 1, 1])
  assert.deepEqual(given({ a: 1, b: undefined, c: null }), { a: 1, c: null })
})
