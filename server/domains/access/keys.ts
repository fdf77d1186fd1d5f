import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** `hil_`, forty random characters, and six that check them: a mistyped key is known without asking the database. */
export function generateKey(): string {
  const random = Array.from({ length: 40 }, () => BASE62[randomInt(62)]).join('')
  return `hil_${random}${checksum(`hil_${random}`)}`
}

/** Whether the text can be a key at all. */
export function isWellFormed(key: string): boolean {
  return /^hil_[0-9A-Za-z]{46}$/.test(key) && checksum(key.slice(0, 44)) === key.slice(44)
}

/** What is stored in place of a key, a session or a token. They are long and random, so a fast hash is the right one. */
export function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** How a key begins and ends, to recognise it by. */
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
