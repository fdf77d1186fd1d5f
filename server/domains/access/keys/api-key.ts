import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** `hil_`, 40 random characters and a 6-character checksum, so a mistyped key is rejected without a query. */
export function generateKey(): string {
  const random = Array.from({ length: 40 }, () => BASE62[randomInt(62)]).join('')
  return `hil_${random}${checksum(`hil_${random}`)}`
}

/** Checks format and checksum. */
export function isWellFormed(key: string): boolean {
  return /^hil_[0-9A-Za-z]{46}$/.test(key) && checksum(key.slice(0, 44)) === key.slice(44)
}

/** Hash stored in place of a key, session or token. These are long and random, so a fast hash is safe. */
export function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** First and last characters of a key, to recognise it by. */
export function hint(key: string): string {
  return `${key.slice(0, 8)}…${key.slice(-4)}`
}

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < 6; i++) {
    digits = BASE62[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}
