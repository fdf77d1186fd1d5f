import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textLeft } from './channel-limits.ts'

test('The composer counts what is left only near the limit of the channel, in its unit', () => {
  assert.equal(textLeft('api', 'a'.repeat(100_000)), undefined)
  assert.equal(textLeft('whatsapp', 'a'.repeat(3000)), undefined)
  assert.equal(textLeft('whatsapp', '👋'.repeat(4000)), 96)
  assert.equal(textLeft('whatsapp', 'a'.repeat(4100)), -4)
  assert.equal(textLeft('instagram', 'é'.repeat(499)), 2)
})
