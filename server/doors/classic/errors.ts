import type { FastifyReply, FastifyRequest } from 'fastify'
import { toProblem } from '#doors/http.ts'
import { Problem } from '#kernel/problem.ts'

/** Sends an error as classic clients read it: `error`, and `message` with `attributes` where a value is invalid. */
export function sendClassicError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, code, message, extra } = toProblem(error, request)
  if (extra.retry_after) reply.header('retry-after', extra.retry_after)
  const attributes = extra.errors?.map(({ field }) => field) ?? []
  // The routes of a module that is switched off do not exist.
  if (code === 'not_found' || code === 'module_inactive')
    return reply.code(404).send({ error: 'Resource could not be found', code, request_id: request.id })
  if ((status === 400 || status === 409 || status === 422) && attributes.length > 0) {
    return reply.code(422).send({ message, attributes, error: message, code, request_id: request.id })
  }
  return reply.code(status === 409 ? 422 : status).send({ error: message, code, request_id: request.id })
}

/** An unknown route gets the same answer as a missing record. */
export function sendUnknownRoute(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendClassicError(new Problem('not_found', 'There is no such route.'), request, reply)
}
