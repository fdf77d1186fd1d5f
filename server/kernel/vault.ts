import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Seals a text that must be readable again later (AES-256-GCM), under a key of its own made from the secret. */
export function seal(secret: Buffer, text: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key(secret), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Opens what `seal` closed; throws when it was altered or another secret was used. */
export function unseal(secret: Buffer, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key(secret), sealed.subarray(0, 12), { authTagLength: 16 })
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
}

function key(secret: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'hilo vault', 32))
}
