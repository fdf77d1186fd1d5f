import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  pickDefined,
  readBoolean,
  readId,
  readIds,
  readList,
  readMoment,
  readObject,
  readPage,
  readText,
  readWords,
  unwrap,
} from '#doors/classic/request.ts'

test('An id is a number or its digits, and nothing else', () => {
  assert.deepEqual([7, '7', ' 7 ', '0'].map(readId), ['7', '7', '7', '0'])
  for (const wrong of ['', 'x', '-1', 1.5, null, undefined, {}, [], '1'.repeat(19), 1e21]) {
    assert.equal(readId(wrong), undefined, String(wrong))
  }
  assert.deepEqual(readIds([1, '2', 'x', null]), ['1', '2'])
  assert.deepEqual(readIds(undefined), [])
})

test('A list of words is an array or a text with commas, without duplicates', () => {
  assert.deepEqual(readWords(['vip', ' vip ', '', 3]), ['vip', '3'])
  assert.deepEqual(readWords('vip, nueva,'), ['vip', 'nueva'])
  for (const nothing of [undefined, null, 5, {}]) assert.deepEqual(readWords(nothing), [])
  assert.deepEqual(readList({ 'labels[]': ['a', 'b'], labels: 'c' }, 'labels'), ['c', 'a', 'b'])
})

test('Booleans are read in the ways forms send them', () => {
  assert.deepEqual([true, 'true', 1, '1'].map(readBoolean), [true, true, true, true])
  assert.deepEqual([false, 'false', 0, '0'].map(readBoolean), [false, false, false, false])
  assert.deepEqual(['yes', '', null, undefined].map(readBoolean), [undefined, undefined, undefined, undefined])
})

test('A moment is seconds or ISO-8601; anything else is left for the operation to refuse', () => {
  assert.equal(readMoment(1_896_098_400), '2030-01-31T14:00:00.000Z')
  assert.equal(readMoment('1896098400'), '2030-01-31T14:00:00.000Z')
  assert.equal(readMoment('2030-01-31T09:00:00-05:00'), '2030-01-31T14:00:00.000Z')
  assert.equal(readMoment('tomorrow'), 'tomorrow')
  for (const nothing of ['', null, undefined]) assert.equal(readMoment(nothing), undefined)
})

test('An object may be JSON text, and a body may be wrapped in its name', () => {
  assert.deepEqual(readObject('{"a":1}'), { a: 1 })
  for (const wrong of ['[object Object]', '[1]', [1], 3, null]) assert.equal(readObject(wrong), undefined)
  assert.deepEqual(unwrap({ label: { title: 'vip' } }, 'label'), { title: 'vip' })
  assert.deepEqual(unwrap({ label: 'vip', title: 'x' }, 'label'), { label: 'vip', title: 'x' })
})

test('Texts, ids, lists and pages are read leniently', () => {
  assert.deepEqual([readText(5), readText(''), readText('x'), readText({})], ['5', undefined, 'x', undefined])
  const pages = [{}, { page: '3' }, { page: '0' }, { page: 'x' }].map(readPage)
  assert.deepEqual(pages, [1, 3, 1, 1])
  assert.deepEqual(pickDefined({ a: 1, b: undefined, c: null }), { a: 1, c: null })
})
