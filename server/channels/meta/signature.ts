import { createHmac, timingSafeEqual } from 'node:crypto'
import type { InboundRequest } from '#kernel/connector.ts'

/** Whether one of the secrets signed the exact bytes of the body. The older SHA-1 header is ignored. */
export function isSigned({ headers, body }: InboundRequest, ...secrets: (string | undefined)[]): boolean {
  const header = headers['x-hub-signature-256']
  if (typeof header !== 'string' || !/^sha256=[0-9a-f]{64}$/.test(header)) return false
  const given = Buffer.from(header.slice('sha256='.length), 'hex')
  return secrets.some((secret) => secret && timingSafeEqual(createHmac('sha256', secret).update(body).digest(), given))
}
