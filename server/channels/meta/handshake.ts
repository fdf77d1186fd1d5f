import { createHash, timingSafeEqual } from 'node:crypto'
import type { InboundRequest } from '#kernel/connector.ts'

/** The challenge of a verification request with one of these tokens, or undefined for any other request. */
export function answerHandshake({ query }: InboundRequest, ...tokens: (string | undefined)[]): string | undefined {
  const [mode, token, challenge] = [query['hub.mode'], query['hub.verify_token'], query['hub.challenge']]
  if (mode !== 'subscribe' || !token || !challenge) return undefined
  return tokens.some((expected) => expected && isEqual(token, expected)) ? challenge : undefined
}

/** Compares digests, so that the time taken tells nothing about the token. */
function isEqual(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
