import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { digest, generateKey, hint, isWellFormed } from '#domains/access/keys.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

test('a key is hil_, forty random characters and six of their checksum', () => {
  const key = generateKey()
  assert.match(key, /^hil_[0-9A-Za-z]{46}$/)
  const checksum = key
    .slice(44)
    .split('')
    .reduce((value, digit) => value * 62 + BASE62.indexOf(digit), 0)
  assert.equal(checksum, crc32(key.slice(0, 44)))
})

test('every key made is well formed, and no two are alike', () => {
  const keys = Array.from({ length: 1000 }, generateKey)
  assert.ok(keys.every(isWellFormed))
  assert.equal(new Set(keys).size, keys.length)
  // Each of the 62 characters comes up among 40,000.
  assert.equal(new Set(keys.flatMap((key) => key.slice(4, 44).split(''))).size, 62)
})

test('one character wrong anywhere is known without asking the database', () => {
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

test('what is no key is not taken for one', () => {
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

test('the hint shows how a key begins and ends, and no more', () => {
  const key = generateKey()
  assert.equal(hint(key), `${key.slice(0, 8)}…${key.slice(46)}`)
})

test('what is stored is the SHA-256 of the key', () => {
  assert.equal(digest('abc').toString('hex'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
