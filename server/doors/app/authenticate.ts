import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ActiveSession, actorOf, authoriseSession } from '#domains/access/sign-in/sessions.ts'
import type { Renewal } from '#domains/access/authorise.ts'
import type { Leases } from '#domains/access/leases.ts'
import { attempt } from '#doors/attempt.ts'
import { readCookie } from '#doors/app/cookies.ts'
import { checkOrigin } from '#doors/app/session.ts'
import type { Limits } from '#doors/authenticate.ts'
import type { CredentialGuard } from '#doors/credential-guard.ts'
import { createRefusalMemory, rateLimited, writeRateLimitHeaders } from '#doors/rate-limit.ts'
import type { Actor } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the caller, on routes for people who are signed in. */
    session?: ActiveSession | undefined
  }
}

export type SessionAuthenticator = {
  /** Finds the person by their cookie and charges the call to them, and to the people of the workspace if it is theirs. */
  find(
    request: FastifyRequest,
    reply: FastifyReply,
    account_id?: string,
    cost?: number,
  ): Promise<{ session: ActiveSession; token: string }>
  /** Authenticates a call from one of our own pages, in the workspace that the header names unless it is given. */
  authenticate(request: FastifyRequest, reply: FastifyReply, cost?: number, account_id?: string): Promise<Actor>
  /** Rejects an invalid session and charges nothing: for calls whose cost is known only once the body was read. */
  recognise(request: FastifyRequest): Promise<void>
}

export function createSessionAuthenticator(
  runtime: Runtime,
  limits: Limits,
  guard: CredentialGuard,
  leases: Leases,
): SessionAuthenticator {
  const { database, config } = runtime
  const refusals = createRefusalMemory()
  const policy = `"person";q=${limits.person};w=60, "people";q=${limits.people};w=60`

  const lookUp = async (request: FastifyRequest, token: string, account_id: string | undefined, cost: number) => {
    const load = (renewal: Renewal) =>
      attempt(database, () => authoriseSession(database.sql, token, account_id, limits, cost, renewal))
    const found = guard.find(request, token, () => leases.use(`${token} ${account_id ?? ''}`, cost, load))
    return (await found) ?? rejectSession()
  }

  const find: SessionAuthenticator['find'] = async (request, reply, account_id, cost = 1) => {
    const token = readCookie(request, config, 'sid') ?? rejectSession()
    refusals.check(token)
    const { session, allowance } = await lookUp(request, token, account_id, cost)
    writeRateLimitHeaders(reply, policy, ['person', 'people'].slice(0, allowance.remaining.length), allowance)
    if (!allowance.admitted) {
      if (cost === 1) refusals.remember(token, allowance.retry_after)
      throw rateLimited(allowance.retry_after)
    }
    return { session, token }
  }

  return {
    find,
    async authenticate(request, reply, cost, account_id = [request.headers['x-account-id']].flat()[0]) {
      checkOrigin(runtime, request)
      const { session } = await find(request, reply, account_id, cost)
      const actor = actorOf(session, account_id)
      request.actor = actor
      request.session = session
      return actor
    },
    async recognise(request) {
      const token = readCookie(request, config, 'sid') ?? rejectSession()
      if (!guard.isKnown(token)) await lookUp(request, token, undefined, 0)
    },
  }
}

function rejectSession(): never {
  return reject('unauthenticated', 'Sign in to continue.')
}
