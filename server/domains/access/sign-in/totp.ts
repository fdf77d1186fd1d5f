import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_SECONDS = 30
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of a time step as authenticator apps show it (RFC 6238, HMAC-SHA-1). */
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

/** The step a code belongs to: the current one or a neighbour, because clocks drift. Steps up to `last` are used. */
export function findStep(secret: Buffer, code: string, now: Date, last: number): number | undefined {
  const current = stepOf(now)
  return [current - 1, current, current + 1]
    .filter((step) => step > last)
    .find((step) => isEqual(codeAt(secret, step), code))
}

/** The otpauth URL encoded in the QR code. */
export function otpauth(secret: Buffer, email: string): string {
  const label = encodeURIComponent(`Hilo:${email}`)
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=Hilo&algorithm=SHA1&digits=6&period=${STEP_SECONDS}`
}

/** RFC 4648 base32 without padding, which people can type. */
export function base32(bytes: Buffer): string {
  let [text, rest, bits] = ['', 0, 0]
  for (const byte of bytes) {
    rest = ((rest << 8) | byte) & 0xfff
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32[(rest >> (bits - 5)) & 31]
  }
  return bits > 0 ? text + BASE32[(rest << (5 - bits)) & 31] : text
}

function isEqual(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
