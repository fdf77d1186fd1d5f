import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { WebhookKind } from '#contract/records/webhook.ts'
import { unseal } from '#kernel/vault.ts'

/** A new random secret; standard ones have the whsec_ format of Standard Webhooks. */
export function newSecret(kind: WebhookKind): string {
  return kind === 'standard' ? `whsec_${randomBytes(32).toString('base64')}` : randomBytes(24).toString('base64url')
}

/** A replaced secret, used for signing until it expires. */
export type RetiredSecret = { secret: string; until: string }

export function retire(sealed: Buffer, until: Date): RetiredSecret {
  return { secret: sealed.toString('base64'), until: until.toISOString() }
}

type SealedSecrets = { secret: Buffer; retired_secrets: readonly RetiredSecret[] }

/** The secrets to sign with now, newest first. */
export function secretsOf(key: Buffer, { secret, retired_secrets }: SealedSecrets, now: Date): string[] {
  const still = retired_secrets.filter(({ until }) => Date.parse(until) > now.getTime())
  const sealed = [secret, ...still.map((old) => Buffer.from(old.secret, 'base64'))]
  return sealed.map((each) => unseal(key, each))
}

type SignedDelivery = { kind: WebhookKind; message_id: string; event: string; body: string; number: number }

/** The headers of one attempt. The timestamp is signed too, so every attempt is signed again. */
export function headersOf(
  { kind, message_id, event, body, number }: SignedDelivery,
  secrets: readonly string[],
  now: Date,
) {
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
    // Classic receivers accept one signature, so replaced secrets are not used.
    'x-chatwoot-signature': `sha256=${hmac(secrets[0]!, `${timestamp}.${body}`).toString('hex')}`,
  }
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** Headers for the log, with signatures shortened so that they cannot be reused. */
export function withoutSignature(headers: Record<string, string>): Record<string, string> {
  const cut = Object.entries(headers).map(([name, value]) => [
    name,
    name.endsWith('-signature') ? value.replaceAll(/(v1,|sha256=)(\S{6})\S*/g, '$1$2…') : value,
  ])
  return Object.fromEntries(cut) as Record<string, string>
}

/** The classic delivery id: a UUID derived from the event and its name. */
export function deliveryId(event_id: string, name: string): string {
  const hex = createHash('sha256').update(`${event_id} ${name}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
