import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sizeOf } from './file-size.ts'

test('File sizes are shown in readable units', () => {
  assert.equal(sizeOf(0, 'en'), '0 kB')
  assert.equal(sizeOf(13, 'en'), '0.1 kB')
  assert.equal(sizeOf(1_500, 'en'), '1.5 kB')
  assert.equal(sizeOf(1_234_000, 'es'), '1,2 MB')
  assert.equal(sizeOf(5_000_000_000_000, 'en'), '5,000 GB')
})
