import { randomUUID } from 'node:crypto'
import Fastify, { LogController } from 'fastify'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Actor } from '#kernel/operation.ts'
import { type Code, Problem, problemBody } from '#kernel/problem.ts'
import { isMultipart } from '#doors/files/multipart.ts'
import { observeRequest } from '#doors/health/metrics.ts'
import { limitOpenRoutes } from '#doors/open-routes.ts'
import { dropSlowReader } from '#doors/slow-readers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, once authenticated; also used by the request log. */
    actor?: Actor | undefined
  }
  interface FastifyContextConfig {
    /** Whether the route accepts files, by multipart/form-data. */
    files?: boolean
  }
  interface FastifyReply {
    /** Fields of the input that came by path or query, so that errors name them as parameters. */
    parameters?: ReadonlySet<string>
  }
}

export const JSON_TYPE = 'application/json; charset=utf-8'
const MAX_BODY_BYTES = 1024 * 1024
const MAX_JSON_DEPTH = 32
/** More than any operation takes. Validation may report an error for each value, and each error takes memory. */
const MAX_JSON_VALUES = 20_000
const BODY_TIMEOUT_MS = 30_000
const UPLOAD_TIMEOUT_MS = 300_000

type Options = {
  log: Logger
  base_url: string
  trust_proxy: boolean
  body_timeout_ms?: number
  /** Time after which a client that reads nothing of its answer is disconnected. */
  read_timeout_ms?: number
  /** Limits of open routes, in percent of the usual ones. */
  open_percent?: number
  /** Time a closing server gives to requests that still run. */
  close_timeout_ms?: number
}

/** A server without routes. Request ids, logs, headers, body limits and error responses set here hold for every door. */
export function createServer(options: Options): FastifyInstance {
  const { log, base_url, trust_proxy, body_timeout_ms = BODY_TIMEOUT_MS, close_timeout_ms = CLOSE_TIMEOUT_MS } = options
  const headers = commonHeaders(base_url)
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    // Only the nearest proxy is trusted; callers can invent every forwarded address before it.
    trustProxy: trust_proxy && ((_address, hop) => hop === 0),
    requestTimeout: UPLOAD_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    // Connections that are still open while the server closes are served normally.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    genReqId: (request) => requestId(request.headers['x-request-id']),
    // A malformed URL is refused before any hook or handler runs, so the hooks below do not apply.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id).headers(headers)
      sendProblem(error, request, reply as FastifyReply, base_url)
    },
  }) as unknown as FastifyInstance
  app.server.headersTimeout = 15_000
  closeWhenDone(app, close_timeout_ms)
  limitBodyTime(app, body_timeout_ms)
  addBodyParsers(app)
  addHeaders(app, headers)
  limitOpenRoutes(app, options.open_percent ?? 100)
  app.addHook('onSend', async (_request, reply) => dropSlowReader(reply.raw, options.read_timeout_ms))
  addRequestLog(app)

  const notFound = ({ method, url }: FastifyRequest) =>
    new Problem('not_found', `There is nothing at ${method} ${url.split('?')[0]}; see ${base_url}/docs.`)
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, base_url))
  app.setNotFoundHandler((request, reply) => sendProblem(notFound(request), request, reply, base_url))
  // The body of a request to an unknown route is not read.
  app.addHook('preParsing', async (request) => {
    if (request.is404) throw notFound(request)
  })
  return app
}

function addBodyParsers(app: FastifyInstance): void {
  const json = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    void json(request, body as string, (error, value: unknown) => done(error ?? checkShape(value), value))
  })
  app.addContentTypeParser('text/csv', { parseAs: 'string' }, (_request, body, done) => done(null, { csv: body }))
  // The handler reads the parts while they arrive (files/uploads.ts), so nothing is parsed here.
  app.addContentTypeParser('multipart/form-data', (request, _body, done) =>
    request.routeOptions.config.files
      ? done(null, undefined)
      : done(new Problem('unsupported_media_type', 'This route takes no files; send JSON.')),
  )
}

/** Once reached by https, browsers use nothing else for a year. Other hosts of the domain are the operator's decision. */
function commonHeaders(base_url: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(base_url.startsWith('https://') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

function addHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).headers(headers)
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
      throw new Problem('unsupported_media_type', 'Compressed bodies are not accepted; send the body uncompressed.')
    if (/[?&][^#]*hil_[0-9A-Za-z]{46}/.test(request.url)) {
      throw new Problem(
        'invalid_request',
        'An API key must not be part of a URL; revoke this key and send a new one in the Authorization header.',
      )
    }
  })
}

const unloggedRoutes = new Set(['/healthz', '/readyz', '/metrics'])

function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const route = request.routeOptions.url ?? 'unknown'
    observeRequest(request.method, route, reply.statusCode, ms)
    if (unloggedRoutes.has(route)) return
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
}

const CLOSE_TIMEOUT_MS = 20_000

/**
 * Closes connections as soon as nothing runs on them. Node checks only once, when closing begins: a connection answered
 * later, or one that never finishes its request, would keep the server open for ever.
 */
function closeWhenDone(app: FastifyInstance, timeout_ms: number): void {
  let running = 0
  app.addHook('onRequest', async (_request, reply) => {
    running++
    reply.raw.once('close', () => running--)
  })
  app.addHook('preClose', async () => {
    const end = Date.now() + timeout_ms
    const sweep = setInterval(() => {
      if (running === 0 || Date.now() > end) app.server.closeAllConnections()
      else app.server.closeIdleConnections()
    }, 100).unref()
    app.server.once('close', () => clearInterval(sweep))
  })
}

/** Ends requests whose body does not arrive in time. Uploads are exempt: their reader notices when they stall. */
function limitBodyTime(app: FastifyInstance, timeout_ms: number): void {
  const timeout = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers
    if (length === '0' && !encoding) return
    if (routeOptions.config.files && isMultipart(raw)) return
    const timer = setTimeout(() => {
      if (!raw.complete) app.server.emit('clientError', timeout, raw.socket)
    }, timeout_ms).unref()
    raw.once('close', () => clearTimeout(timer))
  })
}

/** Answers any error as problem+json. Unexpected errors are logged in full and reported without details. */
export function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  base_url: string,
): FastifyReply {
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
  const code = codeByStatus[statusCode]
  if (code)
    return new Problem(
      code,
      code === 'payload_too_large' ? 'The body is too large for this operation.' : `${message}.`.replace('..', '.'),
    )
  request.log.error({ err: error, request_id: request.id }, 'unexpected error')
  return new Problem(
    'internal',
    `Something went wrong on our side; if it keeps happening, report the request id ${request.id}.`,
  )
}

const codeByStatus: Record<number, Code> = {
  400: 'invalid_request',
  403: 'not_found', // @fastify/static refuses paths outside its folder with 403.
  404: 'not_found',
  408: 'unavailable',
  413: 'payload_too_large',
  414: 'invalid_request',
  415: 'unsupported_media_type',
  503: 'unavailable',
}

function requestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\w-]{8,64}$/.test(header) ? header : randomUUID()
}

/** Refuses JSON that is nested too deep or has too many values; either would cost more than its size suggests. */
function checkShape(value: unknown): Problem | null {
  let left = MAX_JSON_VALUES
  const isTooDeep = (each: unknown, depth: number): boolean => {
    if (--left < 0 || typeof each !== 'object' || each === null) return false
    return depth >= MAX_JSON_DEPTH || Object.values(each).some((inner) => isTooDeep(inner, depth + 1))
  }
  if (isTooDeep(value, 0))
    return new Problem('invalid_request', `The JSON is nested deeper than ${MAX_JSON_DEPTH} levels.`)
  return left < 0 ? new Problem('invalid_request', `The JSON has more than ${MAX_JSON_VALUES} values.`) : null
}
