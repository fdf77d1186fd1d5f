import assert from 'node:assert/strict'
import { test } from 'node:test'
import { colors, inkOn, isColor } from './colors.ts'

test('Text is black on light colours and white on dark ones', () => {
  assert.equal(inkOn('#ffffff'), '#000')
  assert.equal(inkOn('#ffd400'), '#000')
  assert.equal(inkOn('#4349bb'), '#fff')
  assert.equal(inkOn('#000000'), '#fff')
})

test('A colour is a hash and six digits, and so is every palette colour', () => {
  for (const color of [...colors, '#ABCDEF']) assert.ok(isColor(color), color)
  for (const text of ['', '#fff', 'red', '0f766e', '#0f766e ']) assert.ok(!isColor(text), text)
})
