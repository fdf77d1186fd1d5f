import type { FastifyRequest } from 'fastify'
import { findVisitorActor, readVisitorToken, type SiteVisitor } from '#domains/access/public/visitors.ts'
import { attempt } from '#doors/attempt.ts'
import { chargeVisitor, type VisitorPurpose } from '#doors/visitor-limits.ts'
import { reject } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

/** Authenticates visitors by their token, and charges the call. */
export function createVisitorAuthenticator(runtime: Runtime, purpose: VisitorPurpose) {
  const { database, secret } = runtime
  return async (request: FastifyRequest): Promise<SiteVisitor> => {
    const visitor = readVisitorToken(secret, bearer(request)) ?? rejectToken()
    const [actor] = await Promise.all([
      attempt(database, () => findVisitorActor(database.sql, visitor)),
      chargeVisitor(runtime, request, visitor, purpose),
    ])
    request.actor = actor ?? rejectToken()
    return visitor
  }
}

function bearer({ raw }: FastifyRequest): string {
  const headers = raw.headersDistinct.authorization
  return (headers?.length === 1 && /^Bearer ([^\s,]+)$/i.exec(headers[0]!)?.[1]) || rejectToken()
}

function rejectToken(): never {
  return reject('unauthenticated', 'Send the token of a chat session in the header "Authorization: Bearer <token>".')
}
