import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { base32, codeAt, findStep, otpauth, stepOf } from '#domains/access/sign-in/totp.ts'

const secret = Buffer.from('12345678901234567890')

test('Codes match RFC 6238, appendix B', () => {
  for (const [seconds, code] of [
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ] as const) {
    assert.equal(codeAt(secret, stepOf(new Date(seconds * 1000)), 8), code)
    assert.equal(codeAt(secret, stepOf(new Date(seconds * 1000))), code.slice(2))
  }
})

test('A code is valid for one time step before and after its own', () => {
  const now = new Date('2026-11-15T12:00:10Z')
  const present = stepOf(now)
  for (const away of [-2, -1, 0, 1, 2]) {
    const found = findStep(secret, codeAt(secret, present + away), now, 0)
    assert.equal(found, Math.abs(away) < 2 ? present + away : undefined)
  }
})

test('A code works once, and earlier codes no longer work afterwards', () => {
  const now = new Date('2026-11-15T12:00:10Z')
  const present = stepOf(now)
  assert.equal(findStep(secret, codeAt(secret, present), now, present), undefined)
  assert.equal(findStep(secret, codeAt(secret, present - 1), now, present), undefined)
  assert.equal(findStep(secret, codeAt(secret, present + 1), now, present), present + 1)
})

test('Malformed codes are rejected', () => {
  for (const code of ['', '1', '12345678', 'abcdef', '０１２３４５']) {
    assert.equal(findStep(secret, code, new Date(), 0), undefined)
  }
})

test('Secrets are encoded as RFC 4648 base32', () => {
  for (const [bytes, text] of [
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const)
    assert.equal(base32(Buffer.from(bytes)), text)
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
      assert.equal(base32(Buffer.from(bytes)).length, Math.ceil((bytes.length * 8) / 5))
    }),
  )
})

test('The otpauth URL contains the product and the e-mail', () => {
  const url = new URL(otpauth(secret, 'ana+1@example.com'))
  assert.equal(url.protocol, 'otpauth:')
  assert.ok(url.href.startsWith('otpauth://totp/Hilo%3Aana%2B1%40example.com?'))
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    secret: base32(secret),
    issuer: 'Hilo',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
