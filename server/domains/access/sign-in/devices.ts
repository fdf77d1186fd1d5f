import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AttemptLimit } from '#domains/access/throttle.ts'

export const DEVICE_SECONDS = 365 * 86_400

/**
 * A token for a browser in which this person has signed in. It gives no access: it only lets the browser prove that it
 * is not one of those that guess the password.
 */
export function issueDevice(secret: Buffer, email: string, now = new Date()): string {
  const body = `${randomBytes(16).toString('base64url')}.${Math.floor(now.getTime() / 1000) + DEVICE_SECONDS}`
  return `${body}.${sign(secret, email, body)}`
}

/**
 * Ten attempts in 15 minutes per e-mail, from all browsers together. A known device has ten of its own, so that nobody
 * can lock a person out of their own browser by guessing elsewhere.
 */
export function signInLimit(secret: Buffer, email: string, device: string, now = new Date()): AttemptLimit {
  return [findDevice(secret, email, device, now) ?? `sign-in:${normalise(email)}`, 10, 15]
}

function findDevice(secret: Buffer, email: string, device: string, now: Date): string | undefined {
  const [id, expires] = device.split('.')
  const [given, right] = [device, `${id}.${expires}.${sign(secret, email, `${id}.${expires}`)}`].map((each) =>
    Buffer.from(each),
  )
  const isRight = given!.length === right!.length && timingSafeEqual(given!, right!)
  return isRight && Number(expires) * 1000 > now.getTime() ? `device:${id}` : undefined
}

function sign(secret: Buffer, email: string, body: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['device', normalise(email), body]))
    .digest('base64url')
}

function normalise(email: string): string {
  return email.trim().toLowerCase()
}
