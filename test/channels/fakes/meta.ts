import { createHmac } from 'node:crypto'
import type { LoopbackAnswer } from './loopback.ts'

/** A request to the Graph API; each fake names its endpoints, such as `messages` or `subscribed_apps`. */
export type GraphCall = {
  endpoint: string
  method: string
  path: string
  query: Record<string, string>
  token: string | undefined
  // oxlint-disable-next-line typescript/no-explicit-any -- each test asserts its own shape
  body: any
}

/** The body as Meta sends it: everything beyond ASCII and every slash escaped. */
export function metaBytes(payload: unknown): Buffer {
  const escaped = JSON.stringify(payload)
    .replaceAll('/', String.raw`\/`)
    .replaceAll(/[\u0080-\uffff]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return Buffer.from(escaped, 'ascii')
}

export function metaSignature(bytes: Buffer, app_secret: string): Record<string, string> {
  const digest = createHmac('sha256', app_secret).update(bytes).digest('hex')
  return { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${digest}` }
}

type Delivery = {
  /** Times each request is delivered. */
  copies?: number
  /** Attempts until the receiver answers with 200. */
  tries?: number
}

/** Posts a signed webhook, again after a failure, and returns the status of every answer. */
export async function postWebhook(
  url: string,
  payload: unknown,
  app_secret: string,
  { copies = 1, tries = 3 }: Delivery = {},
): Promise<number[]> {
  const bytes = metaBytes(payload)
  const statuses: number[] = []
  for (let copy = 0; copy < copies; copy++)
    for (let attempt = 0; attempt < tries; attempt++) {
      const headers = metaSignature(bytes, app_secret)
      const response = await fetch(url, { method: 'POST', headers, body: new Uint8Array(bytes) })
      await response.arrayBuffer()
      statuses.push(response.status)
      if (response.status === 200) break
    }
  return statuses
}

/** The request with which Meta verifies a webhook address. */
export async function verifyWebhook(url: string, verify_token: string, challenge = '1158201444') {
  const query = new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.verify_token': verify_token,
    'hub.challenge': challenge,
  })
  const response = await fetch(`${url}?${query.toString()}`)
  return { status: response.status, body: await response.text() }
}

/** An error as the Graph API answers it. */
export function graphFailure(
  code: number,
  message: string,
  { status = 400, subcode, details }: { status?: number; subcode?: number; details?: string } = {},
): LoopbackAnswer {
  const error = {
    message,
    type: 'OAuthException',
    code,
    ...(subcode !== undefined && { error_subcode: subcode }),
    ...(details !== undefined && { error_data: { messaging_product: 'whatsapp', details } }),
    fbtrace_id: 'AfICT',
  }
  return { status, body: { error } }
}
