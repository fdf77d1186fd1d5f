import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factorOf, percentChange, isImprovement, pointDifference } from './change.ts'

test('Growth from zero or from no data has no percentage', () => {
  assert.equal(percentChange(5, 0), null)
  assert.equal(percentChange(5, null), null)
  assert.equal(percentChange(undefined, 5), null)
  assert.equal(percentChange(79, 51), 54.9)
  assert.equal(percentChange(0, 4), -100)
})

test('Growth above 999 percent is told as a factor', () => {
  assert.equal(factorOf(percentChange(1231, 100)!), 12)
  assert.equal(factorOf(percentChange(1099, 100)!), undefined)
  assert.equal(factorOf(percentChange(1100, 100)!), 11)
  assert.equal(factorOf(-100), undefined)
})

test('Rates are compared in percentage points', () => {
  assert.equal(pointDifference(46.2, 50), -3.8)
  assert.equal(pointDifference(46.2, null), null)
})

test('A shorter wait is an improvement, and no change is neither good nor bad', () => {
  assert.equal(isImprovement(10, 'lower'), false)
  assert.equal(isImprovement(-10, 'lower'), true)
  assert.equal(isImprovement(10, undefined), undefined)
  assert.equal(isImprovement(0, 'higher'), undefined)
})
