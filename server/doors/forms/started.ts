import { createHmac, timingSafeEqual } from 'node:crypto'

/** Nobody reads and fills in a form faster; and a page left open is asked again after a day. */
const SHORTEST = 2_000
const LONGEST = 86_400_000

/** When somebody began to fill in a form, signed, so that a program cannot say that it took its time. */
export function issueStart(secret: Buffer, form_id: string, now = Date.now()): string {
  const moment = now.toString(36)
  return `${moment}.${sign(secret, form_id, moment)}`
}

/** Whether the time it took can be that of a person: `hasty` may be sent again as it is, `stale` needs another start. */
export function judgeStart(
  secret: Buffer,
  form_id: string,
  token: string,
  now = Date.now(),
): 'fine' | 'hasty' | 'stale' {
  const [moment = ''] = token.split('.')
  const [given, right] = [Buffer.from(token), Buffer.from(`${moment}.${sign(secret, form_id, moment)}`)]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return 'stale'
  const age = now - Number.parseInt(moment, 36)
  if (age < SHORTEST) return 'hasty'
  return age < LONGEST ? 'fine' : 'stale'
}

function sign(secret: Buffer, form_id: string, moment: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['lead form', form_id, moment]))
    .digest('base64url')
}
