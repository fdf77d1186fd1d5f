import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { WebhookKind } from '#contract/records/webhook.ts'
import { unseal } from '#kernel/vault.ts'

/** A secret nobody can guess. Standard ones are written as their verifiers read them. */
export function newSecret(kind: WebhookKind): string {
  return kind === 'standard' ? `whsec_${randomBytes(32).toString('base64')}` : randomBytes(24).toString('base64url')
}

/** A secret that was replaced, and until when it is still signed with. */
export type Retired = { secret: string; until: string }

export function retire(sealed: Buffer, until: Date): Retired {
  return { secret: sealed.toString('base64'), until: until.toISOString() }
}

type Held = { secret: Buffer; retired_secrets: readonly Retired[] }

/** The secrets to sign with at this moment, the newest first. */
export function secretsOf(key: Buffer, { secret, retired_secrets }: Held, now: Date): string[] {
  const still = retired_secrets.filter(({ until }) => Date.parse(until) > now.getTime())
  const sealed = [secret, ...still.map((old) => Buffer.from(old.secret, 'base64'))]
  return sealed.map((each) => unseal(key, each))
}

type Letter = { kind: WebhookKind; message_id: string; event: string; body: string; number: number }

/** The headers of one attempt: signed afresh, because its time is signed too. */
export function headersOf({ kind, message_id, event, body, number }: Letter, secrets: readonly string[], now: Date) {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const headers: Record<string, string> = { 'user-agent': 'Hilo-Webhooks/1', 'content-type': 'application/json' }
  if (kind === 'standard') {
    const signed = `${message_id}.${timestamp}.${body}`
    const signatures = secrets.map((secret) => `v1,${hmac(keyOf(secret), signed).toString('base64')}`)
    return {
      ...headers,
      'webhook-id': message_id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
      'webhook-event': event,
      'webhook-attempt': String(number),
    }
  }
  return {
    ...headers,
    'x-chatwoot-delivery': message_id,
    'x-chatwoot-timestamp': timestamp,
    // Its readers know one signature, so that a secret that was replaced is good no longer.
    'x-chatwoot-signature': `sha256=${hmac(secrets[0]!, `${timestamp}.${body}`).toString('hex')}`,
  }
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** Headers as the log keeps them: enough of the signature to recognise it, too little to use it. */
export function withoutSignature(headers: Record<string, string>): Record<string, string> {
  const cut = Object.entries(headers).map(([name, value]) => [
    name,
    name.endsWith('-signature') ? value.replaceAll(/(v1,|sha256=)(\S{6})\S*/g, '$1$2…') : value,
  ])
  return Object.fromEntries(cut) as Record<string, string>
}

/** What a classic receiver knows a delivery by: always the same for the same event, in the form it expects. */
export function deliveryId(event_id: string, name: string): string {
  const hex = createHash('sha256').update(`${event_id} ${name}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
