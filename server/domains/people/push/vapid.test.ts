import assert from 'node:assert/strict'
import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { test } from 'node:test'
import { authorization, createVapid } from './vapid.ts'

const now = new Date('2026-11-17T12:00:00Z')

test('A secret has one key pair, and another secret another', () => {
  const secret = randomBytes(32)
  assert.equal(createVapid(secret).public_key, createVapid(secret).public_key)
  assert.notEqual(createVapid(secret).public_key, createVapid(randomBytes(32)).public_key)
})

test('The header names the push service, ends within a day and is signed with the public key it carries', () => {
  const vapid = createVapid(randomBytes(32))
  const header = authorization(vapid, 'https://push.example.net/send/abc', 'https://hilo.example.com', now)
  const [, head, claims, signature, key] = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header)!
  assert.deepEqual(JSON.parse(Buffer.from(claims!, 'base64url').toString()), {
    aud: 'https://push.example.net',
    exp: now.getTime() / 1000 + 12 * 3_600,
    sub: 'https://hilo.example.com',
  })
  const point = Buffer.from(key!, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) => each.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x: x!, y: y! }
  const publicKey = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const }
  assert.ok(verify('sha256', Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature!, 'base64url')))
})
