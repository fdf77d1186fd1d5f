import type { FastifyReply, FastifyRequest } from 'fastify'
import { authoriseClassic, type Renewal } from '#domains/access/authorise.ts'
import type { Leases } from '#domains/access/leases.ts'
import { attempt } from '#doors/attempt.ts'
import { isOpenToBots } from '#doors/classic/bot-routes.ts'
import { createRetryDelay } from '#doors/classic/retry-delay.ts'
import type { Limits } from '#doors/authenticate.ts'
import type { CredentialGuard } from '#doors/credential-guard.ts'
import { rateLimited, writeRateLimitHeaders } from '#doors/rate-limit.ts'
import { Problem } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

/** Authenticates the account token of `api_access_token`; some proxies only let the header `Api-Access-Token` through. */
export function createClassicAuthenticator(
  database: Runtime['database'],
  limits: Limits,
  guard: CredentialGuard,
  leases: Leases,
) {
  const policy = `"ip";q=${limits.classic_ip};w=60, "account";q=${limits.classic_account};w=60`
  const waitForRetry = createRetryDelay()
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const token = request.headers.api_access_token ?? request.headers['api-access-token']
    if (typeof token !== 'string' || token === '') throw new Problem('unauthenticated', 'Invalid Access Token')
    const { account_id } = request.params as { account_id?: string }
    const load = (renewal: Renewal) =>
      attempt(database, () => authoriseClassic(database.sql, token, account_id, limits, request.address, renewal))
    const lease = `${token} ${account_id ?? ''} ${request.address}`
    const find = () => guard.find(request, token, () => leases.use(lease, 1, load))
    const first = await find()
    // An address over its limit waits, as long as its account has room.
    const isOver = first && !first.allowance.admitted && first.allowance.remaining[1]! > 0
    const caller = isOver && (await waitForRetry(first.allowance.retry_after)) ? await find() : first
    if (!caller) throw new Problem('unauthenticated', 'Invalid Access Token')
    if (account_id !== undefined && caller.actor.account.id !== account_id) {
      throw new Problem('unauthenticated', 'You are not authorized to access this account')
    }
    if (caller.actor.type === 'bot' && !isOpenToBots(request))
      throw new Problem('unauthenticated', 'Access to this endpoint is not authorized for bots')
    request.actor = caller.actor
    writeRateLimitHeaders(reply, policy, ['ip', 'account'], caller.allowance)
    if (!caller.allowance.admitted) throw rateLimited(caller.allowance.retry_after)
  }
}
