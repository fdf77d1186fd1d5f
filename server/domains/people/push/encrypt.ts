import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a browser, in base64url: its public key and the secret it shares with us. */
export type PushKeys = { p256dh: string; auth: string }

const RECORD_BYTES = 4096

/** Encrypts a message for one browser, so that the push service cannot read it (RFC 8291). */
export function encrypt(
  text: string,
  { p256dh, auth }: PushKeys,
  salt: Buffer = randomBytes(16),
  own: ECDH = generated(),
): Buffer {
  const [theirs, ours] = [Buffer.from(p256dh, 'base64url'), own.getPublicKey()]
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const shared = derive(own.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // The byte 2 ends the last record.
  const body = [cipher.update(text, 'utf8'), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()]
  const header = Buffer.alloc(21)
  salt.copy(header)
  header.writeUInt32BE(RECORD_BYTES, 16)
  header.writeUInt8(ours.length, 20)
  return Buffer.concat([header, ours, ...body])
}

function generated(): ECDH {
  const own = createECDH('prime256v1')
  own.generateKeys()
  return own
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}
