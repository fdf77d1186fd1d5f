import type { FastifyReply, FastifyRequest } from 'fastify'
import { authoriseClassic } from '#domains/access/authorise.ts'
import { type Limits, limited, tell } from '#doors/authenticate.ts'
import { toProblem } from '#doors/http.ts'
import { Problem } from '#kernel/problem.ts'
import { asProblem } from '#kernel/refusals.ts'
import type { Runtime } from '#kernel/runtime.ts'

/** Lets in who holds the account's token, sent as `api_access_token`; some proxies only let `Api-Access-Token` through. */
export function openClassicGate(database: Runtime['database'], limits: Limits) {
  const policy = `"ip";q=${limits.classic_ip};w=60, "account";q=${limits.account};w=60`
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const token = request.headers.api_access_token ?? request.headers['api-access-token']
    if (typeof token !== 'string' || token === '') throw new Problem('unauthenticated', 'Invalid Access Token')
    const caller = await authoriseClassic(database.sql, token, limits, request.ip).catch(async (error) => {
      throw await asProblem(error, database)
    })
    if (!caller) throw new Problem('unauthenticated', 'Invalid Access Token')
    const { account_id } = request.params as { account_id?: string }
    if (account_id !== undefined && caller.actor.account.id !== account_id) {
      throw new Problem('unauthenticated', 'You are not authorized to access this account')
    }
    request.actor = caller.actor
    tell(reply, policy, ['ip', 'account'], caller.allowance)
    if (!caller.allowance.admitted) throw limited(caller.allowance.retry_after)
  }
}

/** A refusal as classic clients read it: `error`, or `message` and `attributes` where a value is at fault. */
export function refuseClassic(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, code, message, extra } = toProblem(error, request)
  if (extra.retry_after) reply.header('retry-after', extra.retry_after)
  const attributes = extra.errors?.map(({ field }) => field) ?? []
  // Where a module is switched off, its routes are not there.
  if (code === 'not_found' || code === 'module_inactive')
    return reply.code(404).send({ error: 'Resource could not be found', code, request_id: request.id })
  if ((status === 400 || status === 409 || status === 422) && attributes.length > 0) {
    return reply.code(422).send({ message, attributes, error: message, code, request_id: request.id })
  }
  return reply.code(status === 409 ? 422 : status).send({ error: message, code, request_id: request.id })
}

/** What there is not here is missing in the same words, whether it is a record or a route. */
export function unknownRoute(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return refuseClassic(new Problem('not_found', 'There is no such route.'), request, reply)
}
