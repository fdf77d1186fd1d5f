import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Allowance, authoriseKey } from '#domains/access/authorise.ts'
import { isWellFormed } from '#domains/access/keys.ts'
import type { Actor } from '#kernel/operation.ts'
import { Problem, reject } from '#kernel/problem.ts'
import { asProblem } from '#kernel/refusals.ts'
import type { Runtime } from '#kernel/runtime.ts'

export type Limits = { key: number; account: number; classic_ip: number }
export type Caller = { actor: Actor }

/** Who calls with this key, charged for the call; the allowance left is told in the headers. */
export type Authenticate = (request: FastifyRequest, reply: FastifyReply, cost?: number) => Promise<Caller>

export function openGate(database: Runtime['database'], limits: Limits): Authenticate {
  const refused = new Map<string, number>()
  const policy = `"key";q=${limits.key};w=60, "account";q=${limits.account};w=60`

  return async (request, reply, cost = 1) => {
    const key = bearer(request.raw.headersDistinct.authorization)
    if (cost > limits.key) reject('invalid_request', `A batch holds at most ${limits.key} calls.`)
    const until = refused.get(key)
    if (until !== undefined) {
      // A flood of a key that is over its limit is answered from memory, and does not reach the database.
      if (Date.now() < until) throw limited((until - Date.now()) / 1000)
      refused.delete(key)
    }
    const caller = await authorise(database, key, limits, cost, request.ip)
    request.actor = caller.actor
    tell(reply, policy, ['key', 'account'], caller.allowance)
    if (!caller.allowance.admitted) {
      if (refused.size > 10_000) refused.clear()
      if (cost === 1) refused.set(key, Date.now() + caller.allowance.retry_after * 1000)
      throw limited(caller.allowance.retry_after)
    }
    return caller
  }
}

async function authorise(database: Runtime['database'], key: string, limits: Limits, cost: number, ip: string) {
  try {
    const caller = await authoriseKey(database.sql, key, limits, cost, ip)
    return caller ?? unknown()
  } catch (error) {
    throw await asProblem(error, database)
  }
}

/** A key that is missing, mistyped, revoked, expired or one of several gets the same answer. */
function bearer(headers: string[] | undefined): string {
  const key = headers?.length === 1 ? /^Bearer ([^\s,]+)$/i.exec(headers[0]!)?.[1] : undefined
  return key && isWellFormed(key) ? key : unknown()
}

function unknown(): never {
  return reject('unauthenticated', 'Send a valid API key in the header "Authorization: Bearer <key>".')
}

/** The first whole second at which a call is admitted again. */
export function limited(seconds: number): Problem {
  const retry_after = Math.max(1, Math.ceil(seconds))
  return new Problem('rate_limited', `Too many requests; retry in ${retry_after} seconds.`, { retry_after })
}

/** What is left of each limit, in the order it is charged. */
export function tell(
  reply: FastifyReply,
  policy: string,
  names: readonly string[],
  { remaining, resets }: Allowance,
): void {
  reply.header('ratelimit-policy', policy)
  reply.header('ratelimit', names.map((name, i) => `"${name}";r=${remaining[i]};t=${resets[i]}`).join(', '))
}
