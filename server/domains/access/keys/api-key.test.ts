import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { digest, generateKey, hint, isWellFormed } from '#domains/access/keys/api-key.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

test('A key is hil_, 40 random characters and a 6-character checksum', () => {
  const key = generateKey()
  assert.match(key, /^hil_[0-9A-Za-z]{46}$/)
  const checksum = key
    .slice(44)
    .split('')
    .reduce((value, digit) => value * 62 + BASE62.indexOf(digit), 0)
  assert.equal(checksum, crc32(key.slice(0, 44)))
})

test('Every generated key is well formed and unique', () => {
  const keys = Array.from({ length: 1000 }, generateKey)
  assert.ok(keys.every(isWellFormed))
  assert.equal(new Set(keys).size, keys.length)
  // Each of the 62 characters occurs among 40,000.
  assert.equal(new Set(keys.flatMap((key) => key.slice(4, 44).split(''))).size, 62)
})

test('A single wrong character is detected without a query', () => {
  const characters = fc.constantFrom(...BASE62.split(''))
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 49 }), characters, (at, character) => {
      const key = generateKey()
      fc.pre(key[at] !== character)
      assert.ok(!isWellFormed(key.slice(0, at) + character + key.slice(at + 1)))
    }),
    { numRuns: 500 },
  )
})

test('Malformed keys are rejected', () => {
  const key = generateKey()
  for (const other of [
    '',
    'hil_',
    key.slice(0, -1),
    `${key}0`,
    `${key}\n`,
    ` ${key}`,
    key.replace('hil_', 'HIL_'),
    'x'.repeat(50),
  ])
    assert.ok(!isWellFormed(other), other)
})

test('The hint shows only the first and last characters of a key', () => {
  const key = generateKey()
  assert.equal(hint(key), `${key.slice(0, 8)}…${key.slice(46)}`)
})

test('The SHA-256 of the key is stored', () => {
  assert.equal(digest('abc').toString('hex'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
