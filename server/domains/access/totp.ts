import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_SECONDS = 30
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of a time step (RFC 6238, HMAC-SHA-1), as an authenticator app shows it. */
export function codeAt(secret: Buffer, step: number, digits = 6): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = hash.at(-1)! & 0x0f
  const number = (hash.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

export function stepOf(now: Date): number {
  return Math.floor(now.getTime() / 1000 / STEP_SECONDS)
}

/** The step whose code this is: now, or one before or after, because clocks differ. Nothing at or before `last`: a code is good once. */
export function findStep(secret: Buffer, code: string, now: Date, last: number): number | undefined {
  const present = stepOf(now)
  return [present - 1, present, present + 1]
    .filter((step) => step > last)
    .find((step) => same(codeAt(secret, step), code))
}

/** What an authenticator app reads from the picture. */
export function otpauth(secret: Buffer, email: string): string {
  const label = encodeURIComponent(`Hilo:${email}`)
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=Hilo&algorithm=SHA1&digits=6&period=${STEP_SECONDS}`
}

/** Bytes as people can copy them by hand. */
export function base32(bytes: Buffer): string {
  let [text, rest, bits] = ['', 0, 0]
  for (const byte of bytes) {
    rest = ((rest << 8) | byte) & 0xfff
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32[(rest >> (bits - 5)) & 31]
  }
  return bits > 0 ? text + BASE32[(rest << (5 - bits)) & 31] : text
}

function same(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
