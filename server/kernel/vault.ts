import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts a text (AES-256-GCM) with a key derived from the secret. */
export function seal(secret: Buffer, text: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key(secret), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Decrypts a sealed text; throws if it was altered or sealed with another secret. */
export function unseal(secret: Buffer, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key(secret), sealed.subarray(0, 12), { authTagLength: 16 })
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
}

function key(secret: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'hilo vault', 32))
}
