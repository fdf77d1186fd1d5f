import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { seal, unseal } from '#kernel/vault.ts'

const secret = randomBytes(32)

test('A sealed text can be read with the same secret', () => {
  for (const text of ['', 'whsec_abc', 'ñandú 💬', 'x'.repeat(100_000)]) {
    assert.equal(unseal(secret, seal(secret, text)), text)
  }
})

test('The sealed text is unreadable and never the same twice', () => {
  const [first, second] = [seal(secret, 'correct horse'), seal(secret, 'correct horse')]
  assert.notDeepEqual(first, second)
  assert.ok(!first.includes('horse'))
})

test('Another secret cannot unseal it', () => {
  const sealed = seal(secret, 'correct horse')
  assert.throws(() => unseal(randomBytes(32), sealed))
})

test('Altered in any byte, or truncated, it cannot be unsealed', () => {
  const sealed = seal(secret, 'correct horse')
  for (let i = 0; i < sealed.length; i++) {
    const altered = Buffer.from(sealed)
    altered[i]! ^= 1
    assert.throws(() => unseal(secret, altered), `byte ${i}`)
  }
  for (const length of [0, 11, 12, 20, 28, sealed.length - 1]) {
    assert.throws(() => unseal(secret, sealed.subarray(0, length)), `${length} bytes`)
  }
})
