import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { inkOn, luminance } from '#widget/color.ts'

test('Text on any brand colour has a contrast of at least 4.5', () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(hex, (color) => {
      const [dark, light] = [luminance(color), inkOn(color) === '#fff' ? 1 : 0].sort((a, b) => a - b)
      assert.ok((light! + 0.05) / (dark! + 0.05) >= 4.5, color)
    }),
  )
})

test('Text is white on Hilo’s own colour and black on yellow', () => {
  assert.equal(inkOn('#4349bb'), '#fff')
  assert.equal(inkOn('#facc15'), '#000')
  assert.equal(inkOn('#FFFFFF'), '#000')
})
