import type { FastifyReply, FastifyRequest } from 'fastify'
import { isAccessToken } from '#domains/access/assistants/tokens.ts'
import { authoriseKey, authoriseToken, type Renewal } from '#domains/access/authorise.ts'
import { isWellFormed } from '#domains/access/keys/api-key.ts'
import type { Leases } from '#domains/access/leases.ts'
import { attempt } from '#doors/attempt.ts'
import type { CredentialGuard } from '#doors/credential-guard.ts'
import { createRefusalMemory, rateLimited, writeRateLimitHeaders } from '#doors/rate-limit.ts'
import type { Actor } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

export type Limits = {
  key: number
  account: number
  classic_ip: number
  classic_account: number
  person: number
  people: number
}
export type Caller = { actor: Actor; user_name: string }

/** Finds the caller by API key, charges the call, and writes the remaining allowance into the headers. */
export type Authenticate = (request: FastifyRequest, reply: FastifyReply, cost?: number) => Promise<Caller>

export type KeyAuthenticator = {
  authenticate: Authenticate
  /** Rejects an invalid key and charges nothing: for calls whose cost is known only once the body was read. */
  recognise(request: FastifyRequest): Promise<void>
}

type Credential = {
  /** The credential of the request, if it is well formed. */
  read(request: FastifyRequest): string | undefined
  lookUp(credential: string, cost: number, request: FastifyRequest, renewal: Renewal): ReturnType<typeof authoriseKey>
  /** The credential is good for this, and leased for it. */
  leasedFor(request: FastifyRequest): string
  refuse(): never
}

export function createAuthenticator(
  database: Runtime['database'],
  limits: Limits,
  guard: CredentialGuard,
  leases: Leases,
): KeyAuthenticator {
  return authenticator(database, limits, guard, leases, {
    read: (request) => wellFormed(bearer(request), isWellFormed),
    lookUp: (key, cost, { ip }, renewal) => authoriseKey(database.sql, key, limits, cost, ip, renewal),
    leasedFor: () => '',
    refuse: () => reject('unauthenticated', 'Send a valid API key in the header "Authorization: Bearer <key>".'),
  })
}

/** The same for the access tokens of connected assistants, each good for the addresses it was issued for. */
export function createTokenAuthenticator(
  { database, config }: Runtime,
  limits: Limits,
  guard: CredentialGuard,
  leases: Leases,
): KeyAuthenticator {
  return authenticator(database, limits, guard, leases, {
    read: (request) => wellFormed(bearer(request), isAccessToken),
    lookUp: (token, cost, request, renewal) => {
      const resource = `${config.base_url}${pathOf(request)}`
      return authoriseToken(database.sql, { token, resource }, limits, cost, request.ip, renewal)
    },
    leasedFor: pathOf,
    refuse: () => reject('unauthenticated', 'Connect this assistant: it needs an access token for this address.'),
  })
}

function authenticator(
  database: Runtime['database'],
  limits: Limits,
  guard: CredentialGuard,
  leases: Leases,
  { read, lookUp, leasedFor, refuse }: Credential,
): KeyAuthenticator {
  const refusals = createRefusalMemory()
  const policy = `"key";q=${limits.key};w=60, "account";q=${limits.account};w=60`

  const find = async (request: FastifyRequest, key: string, cost: number) => {
    const load = (renewal: Renewal) => attempt(database, () => lookUp(key, cost, request, renewal))
    const found = guard.find(request, key, () => leases.use(`${key} ${leasedFor(request)}`, cost, load))
    return (await found) ?? refuse()
  }

  return {
    authenticate: async (request, reply, cost = 1) => {
      // Every kind of bad credential gets the same answer, so that callers learn nothing.
      const key = read(request) ?? refuse()
      if (cost > limits.key) reject('invalid_request', `A batch holds at most ${limits.key} calls.`)
      refusals.check(key)
      const caller = await find(request, key, cost)
      request.actor = caller.actor
      writeRateLimitHeaders(reply, policy, ['key', 'account'], caller.allowance)
      if (!caller.allowance.admitted) {
        if (cost === 1) refusals.remember(key, caller.allowance.retry_after)
        throw rateLimited(caller.allowance.retry_after)
      }
      return caller
    },
    recognise: async (request) => {
      const key = read(request) ?? refuse()
      if (!guard.isKnown(key)) await find(request, key, 0)
    },
  }
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?')[0]!
}

/** The credential of the Authorization header. */
function bearer({ raw }: FastifyRequest): string | undefined {
  const headers = raw.headersDistinct.authorization
  return headers?.length === 1 ? /^Bearer ([^\s,]+)$/i.exec(headers[0]!)?.[1] : undefined
}

function wellFormed(credential: string | undefined, check: (credential: string) => boolean): string | undefined {
  return credential !== undefined && check(credential) ? credential : undefined
}
