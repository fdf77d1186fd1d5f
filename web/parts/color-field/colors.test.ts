import assert from 'node:assert/strict'
import { test } from 'node:test'
import { colors, inkOn, isColor } from './colors.ts'

test('what stands on a colour is black on light ones and white on dark ones', () => {
  assert.equal(inkOn('#ffffff'), '#000')
  assert.equal(inkOn('#ffd400'), '#000')
  assert.equal(inkOn('#4349bb'), '#fff')
  assert.equal(inkOn('#000000'), '#fff')
})

test('a colour is six digits after a hash, and all that are offered are', () => {
  for (const color of [...colors, '#ABCDEF']) assert.ok(isColor(color), color)
  for (const text of ['', '#fff', 'red', '0f766e', '#0f766e ']) assert.ok(!isColor(text), text)
})
