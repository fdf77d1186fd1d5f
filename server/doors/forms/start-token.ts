import { createHmac, timingSafeEqual } from 'node:crypto'

/** No person fills in a form faster; and a page that was left open for a day must be sent again. */
const MIN_AGE_MS = 2_000
const MAX_AGE_MS = 86_400_000

/** The moment a form was opened, signed, so that a bot cannot pretend that it took its time. */
export function issueStartToken(secret: Buffer, form_id: string, now = Date.now()): string {
  const moment = now.toString(36)
  return `${moment}.${sign(secret, form_id, moment)}`
}

/** Whether a person can have taken this time: `hasty` may be sent again with the same token, `stale` needs a new one. */
export function checkStartToken(
  secret: Buffer,
  form_id: string,
  token: string,
  now = Date.now(),
): 'fine' | 'hasty' | 'stale' {
  const [moment = ''] = token.split('.')
  const [actual, expected] = [Buffer.from(token), Buffer.from(`${moment}.${sign(secret, form_id, moment)}`)]
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return 'stale'
  const age = now - Number.parseInt(moment, 36)
  if (age < MIN_AGE_MS) return 'hasty'
  return age < MAX_AGE_MS ? 'fine' : 'stale'
}

function sign(secret: Buffer, form_id: string, moment: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['lead form', form_id, moment]))
    .digest('base64url')
}
