import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeOf, isBetter, pointsOf } from './change.ts'

test('a change from nothing is not a number', () => {
  assert.equal(changeOf(5, 0), null)
  assert.equal(changeOf(5, null), null)
  assert.equal(changeOf(undefined, 5), null)
  assert.equal(changeOf(79, 51), 54.9)
  assert.equal(changeOf(0, 4), -100)
})

test('rates differ in points', () => {
  assert.equal(pointsOf(46.2, 50), -3.8)
  assert.equal(pointsOf(46.2, null), null)
})

test('less is better where waiting is meant, and nothing is where nothing changed', () => {
  assert.equal(isBetter(10, 'less'), false)
  assert.equal(isBetter(-10, 'less'), true)
  assert.equal(isBetter(10, undefined), undefined)
  assert.equal(isBetter(0, 'more'), undefined)
})
