import { createECDH, createPrivateKey, hkdfSync, type KeyObject, sign } from 'node:crypto'

const VALID_SECONDS = 12 * 3_600

/** The key pair by which push services recognise this installation (RFC 8292). */
export type Vapid = { public_key: string; private_key: KeyObject }

/**
 * The pair follows from the secret of the installation, so that all nodes have the same one and none is stored. With
 * another secret browsers subscribe again when they next open the app.
 */
export function createVapid(secret: Buffer): Vapid {
  const pair = createECDH('prime256v1')
  const d = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'web push key', 32))
  pair.setPrivateKey(d)
  const point = pair.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) => each.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', d: d.toString('base64url'), x: x!, y: y! }
  return { public_key: point.toString('base64url'), private_key: createPrivateKey({ key: jwk, format: 'jwk' }) }
}

/** The header that proves a request to this endpoint comes from the installation. */
export function authorization(
  { public_key, private_key }: Vapid,
  endpoint: string,
  base_url: string,
  now: Date,
): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now.getTime() / 1000) + VALID_SECONDS,
    // Push services accept https and mailto addresses only.
    sub: base_url.startsWith('https:') ? base_url : 'mailto:hilo@localhost',
  }
  const parts = [{ typ: 'JWT', alg: 'ES256' }, claims].map((part) => base64(JSON.stringify(part)))
  const signature = sign('sha256', Buffer.from(parts.join('.')), { key: private_key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${parts.join('.')}.${signature.toString('base64url')}, k=${public_key}`
}

const base64 = (text: string) => Buffer.from(text).toString('base64url')
