import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Connection, InboundRequest } from '#kernel/connector.ts'
import type { TwilioCredentials } from './credentials.ts'

/**
 * Twilio signs the address it was given, followed by the sorted parameters. Behind a proxy the address of the request is
 * another, so it is taken from the configuration.
 */
export function isSigned(request: InboundRequest, connection: Connection<TwilioCredentials>): boolean {
  const signature = request.headers['x-twilio-signature']
  if (typeof signature !== 'string') return false
  const query = /\?.*$/s.exec(request.url)?.[0] ?? ''
  const content = signedContent(request)
  return addresses(connection.webhook_url).some((address) =>
    isEqual(signature, sign(connection.credentials.auth_token, address + query + content)),
  )
}

export function sign(auth_token: string, text: string): string {
  return createHmac('sha1', auth_token).update(text).digest('base64')
}

/** A form is signed by its parameters; any other body by a digest in the query. */
function signedContent({ query, body }: InboundRequest): string {
  const digest = query.bodySHA256
  if (digest !== undefined)
    return isEqual(digest.toLowerCase(), createHash('sha256').update(body).digest('hex')) ? '' : 'another body'
  const parameters = [...new URLSearchParams(body.toString('utf8'))]
  return parameters
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => name + value)
    .join('')
}

/** Twilio leaves out or adds the port in some products. */
function addresses(webhook_url: string): string[] {
  const { protocol, hostname, port, pathname } = new URL(webhook_url)
  const usual = protocol === 'https:' ? '443' : '80'
  return [webhook_url, ...['', `:${port || usual}`].map((end) => `${protocol}//${hostname}${end}${pathname}`)]
}

function isEqual(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
