import { randomUUID } from 'node:crypto'
import Fastify, { LogController } from 'fastify'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Actor } from '#kernel/operation.ts'
import { type Code, Problem, problemBody } from '#kernel/problem.ts'
import { isForm } from '#doors/files/form.ts'
import { observeRequest } from '#doors/metrics.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, once that is known; for the log. */
    actor?: Actor | undefined
  }
  interface FastifyContextConfig {
    /** Whether files may be sent here. */
    files?: boolean
  }
  interface FastifyReply {
    /** Which fields of the input came by path or query, so that errors can name them. */
    parameters?: ReadonlySet<string>
  }
}

export const JSON_TYPE = 'application/json; charset=utf-8'
const MOST_BYTES = 1024 * 1024
const DEEPEST = 32
const BODY_PATIENCE = 30_000
const UPLOAD_PATIENCE = 300_000

type Options = { log: Logger; base_url: string; trust_proxy: boolean; body_patience?: number }

/** The bare house: request ids, logs, safe headers, limits on bodies, and one way to say no. */
export function openHouse({ log, base_url, trust_proxy, body_patience = BODY_PATIENCE }: Options): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MOST_BYTES,
    // One proxy is trusted to say who called it; what callers wrote before that is theirs to invent.
    trustProxy: trust_proxy && ((_address, hop) => hop === 0),
    requestTimeout: UPLOAD_PATIENCE,
    forceCloseConnections: 'idle',
    // Who is still connected while the house closes is served like everyone before.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    genReqId: (request) => requestId(request.headers['x-request-id']),
    // An address that cannot be read is refused before any hook or handler sees it.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      refuse(error, request, reply as FastifyReply, base_url)
    },
  }) as unknown as FastifyInstance
  app.server.headersTimeout = 15_000
  closeWhenDone(app)
  hurryBodies(app, body_patience)

  const json = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    void json(request, body as string, (error, value: unknown) =>
      error || !isDeep(value)
        ? done(error, value)
        : done(new Problem('invalid_request', `The JSON is nested deeper than ${DEEPEST} levels.`)),
    )
  })
  app.addContentTypeParser('text/csv', { parseAs: 'string' }, (_request, body, done) => done(null, { csv: body }))
  // A form is read by whoever takes its files, while it arrives.
  app.addContentTypeParser('multipart/form-data', (request, _body, done) =>
    request.routeOptions.config.files
      ? done(null, undefined)
      : done(new Problem('unsupported_media_type', 'No files can be sent here; send JSON.')),
  )

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'strict-origin-when-cross-origin')
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
      throw new Problem('unsupported_media_type', 'Send the body as it is, without compression.')
    if (/[?&][^#]*hil_[0-9A-Za-z]{46}/.test(request.url)) {
      throw new Problem(
        'invalid_request',
        'A key must not stand in an address; send it in the Authorization header, and revoke this one.',
      )
    }
  })
  app.addHook('onResponse', async (request, reply) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const route = request.routeOptions.url ?? 'unknown'
    observeRequest(request.method, route, reply.statusCode, ms)
    if (quiet.has(route)) return
    const { account, type, id } = request.actor ?? {}
    request.log.info(
      {
        request_id: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms,
        account_id: account?.id,
        actor: type && `${type}:${id}`,
      },
      'request',
    )
  })

  app.setErrorHandler((error, request, reply) => refuse(error, request, reply, base_url))
  app.setNotFoundHandler((request, reply) => {
    const detail = `There is nothing at ${request.method} ${request.url.split('?')[0]}; see ${base_url}/docs.`
    return refuse(new Problem('not_found', detail), request, reply, base_url)
  })
  return app
}

const CLOSING_PATIENCE = 20_000

/**
 * Closes connections as soon as nothing runs on them. Node itself looks once, when the closing begins: one that is
 * answered later, or never finishes its request, would keep the house open for ever.
 */
function closeWhenDone(app: FastifyInstance): void {
  let running = 0
  app.addHook('onRequest', async (_request, reply) => {
    running++
    reply.raw.once('close', () => running--)
  })
  app.addHook('preClose', async () => {
    const end = Date.now() + CLOSING_PATIENCE
    const sweep = setInterval(() => {
      if (running === 0 || Date.now() > end) app.server.closeAllConnections()
      else app.server.closeIdleConnections()
    }, 100).unref()
    app.server.once('close', () => clearInterval(sweep))
  })
}

/** A body comes within half a minute. Files may take longer, for who takes them sees that they keep coming. */
function hurryBodies(app: FastifyInstance, patience: number): void {
  const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers
    if (length === '0' && !encoding) return
    if (routeOptions.config.files && isForm(raw)) return
    const timer = setTimeout(() => {
      if (!raw.complete) app.server.emit('clientError', late, raw.socket)
    }, patience).unref()
    raw.once('close', () => clearTimeout(timer))
  })
}

const quiet = new Set(['/healthz', '/readyz', '/metrics'])

/** Any error, as a problem. What is not a refusal is our own fault: logged in full, told in general. */
export function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply, base_url: string): FastifyReply {
  const problem = toProblem(error, request)
  if (problem.extra.retry_after) reply.header('retry-after', problem.extra.retry_after)
  if (problem.code === 'unauthenticated') reply.header('www-authenticate', 'Bearer error="invalid_token"')
  const parameters = reply.parameters
  const body = problemBody(problem, {
    base_url,
    request_id: request.id,
    isParameter: (field) => parameters?.has(field) ?? false,
  })
  return reply.code(problem.status).header('content-type', 'application/problem+json').send(JSON.stringify(body))
}

export function toProblem(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  const { statusCode = 500, message } = error as FastifyError
  const code = known[statusCode]
  if (code)
    return new Problem(
      code,
      code === 'payload_too_large' ? 'The body is too large for this operation.' : `${message}.`.replace('..', '.'),
    )
  request.log.error({ err: error, request_id: request.id }, 'unexpected error')
  return new Problem('internal', `Something went wrong on our side; tell us the request id ${request.id}.`)
}

const known: Record<number, Code> = {
  400: 'invalid_request',
  403: 'not_found', // A file outside the folder of files.
  404: 'not_found',
  408: 'unavailable',
  413: 'payload_too_large',
  414: 'invalid_request',
  415: 'unsupported_media_type',
  503: 'unavailable',
}

function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
}

function isDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth >= DEEPEST || Object.values(value).some((each) => isDeep(each, depth + 1))
}
