import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticate } from '#doors/authenticate.ts'
import { JSON_TYPE } from '#doors/http.ts'
import { type FieldTypes, fieldTypes, readQuery } from '#doors/query.ts'
import type { Receive, Received } from '#doors/files/uploads.ts'
import { once, type Replay } from '#kernel/idempotency.ts'
import { invoke } from '#kernel/invoke.ts'
import type { Call } from '#kernel/operation.ts'
import { type AnyOperation, type Context, type Registry, route } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

const PREFIX = '/api/v1'

/** The registry as REST: every operation at the verb and path it names. Visitors, and people for themselves, have doors of their own. */
export function openRest(
  app: FastifyInstance,
  runtime: Runtime,
  registry: Registry,
  authenticate: Authenticate,
  receive: Receive,
): void {
  const others = Object.entries(registry).filter(
    ([, op]) => op.permission !== 'visitor' && op.permission !== 'personal',
  )
  openRoutes(app, runtime, Object.fromEntries(others), authenticate, receive)
}

/** These operations, for whoever is admitted. */
export function openRoutes(
  app: FastifyInstance,
  runtime: Runtime,
  registry: Registry,
  admit: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  receive: Receive,
): void {
  for (const [name, op] of Object.entries(registry)) {
    const { method, path, params } = route(op)
    const types = fieldTypes(op)
    const reader = Object.entries(registry).find(([, other]) => other.rest === `GET ${path}`)
    app.route({
      method,
      url: PREFIX + path,
      ...(op.body_limit && { bodyLimit: op.body_limit }),
      config: { files: op.files !== undefined },
      onRequest: async (request, reply) => {
        await admit(request, reply)
      },
      handler: async (request, reply) => {
        const received = await receive(request, op)
        const route = { runtime, name, op, params, types, reader: reader?.[1] }
        return received.during(() => answer(request, reply, route, received))
      },
    })
  }
}

type Run = () => Promise<unknown>

type Route = {
  runtime: Runtime
  name: string
  op: AnyOperation
  params: string[]
  types: FieldTypes
  reader: AnyOperation | undefined
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { runtime, name, op, params, types, reader }: Route,
  received: Received,
) {
  const input = gather(request, reply, types, received.body)
  const call: Call = { request_id: request.id, ip: request.ip }
  let replay: Replay | undefined
  const status = op.status ?? 200
  // A repetition is known first: what the request itself has changed must not count against it.
  const conditions = [
    idempotency(request, received.lasting(input), status, (known) => (replay = known)),
    precondition(request, reader, params, input),
  ].filter((each) => each !== undefined)
  if (conditions.length > 0) {
    call.around = (ctx, run) => conditions.reduceRight<Run>((next, around) => () => around(ctx, next), run)()
    if (request.headers['if-match']) call.isolation = 'repeatable read'
  }

  const result = await invoke(runtime, [name, op], request.actor!, input, call)
  if (op.streams) {
    reply.header('content-type', `${op.streams}; charset=utf-8`)
    reply.header('content-disposition', `attachment; filename="${name.replace('export_', '')}.csv"`)
    return reply.send(Readable.from(result as AsyncIterable<string>))
  }
  if (replay) {
    await received.discard()
    reply.header('idempotency-replayed', 'true')
    return reply.code(replay.status).header('content-type', JSON_TYPE).send(replay.body)
  }
  const body = JSON.stringify(result)
  if (op === reader && params.length > 0) {
    const tag = etag(body)
    reply.header('etag', tag)
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  }
  if (result.next_cursor) reply.header('link', `<${nextPage(request, result.next_cursor)}>; rel="next"`)
  return reply.code(status).header('content-type', JSON_TYPE).send(body)
}

/** One input from path, query and body. A field may come by one way only. */
function gather(
  request: FastifyRequest,
  reply: FastifyReply,
  types: FieldTypes,
  given: unknown,
): Record<string, unknown> {
  const body = given ?? {}
  if (typeof body !== 'object' || Array.isArray(body)) reject('invalid_request', 'The body must be a JSON object.')
  const path = request.params as Record<string, string>
  const query = readQuery(request.query as Record<string, string | string[]>, types)
  reply.parameters = new Set([
    ...Object.keys(path),
    ...Object.keys(query),
    ...(request.method === 'GET' ? Object.keys(types) : []),
  ])
  const twice =
    Object.keys(body).find((field) => reply.parameters!.has(field)) ?? Object.keys(query).find((field) => field in path)
  if (twice)
    reject(
      'invalid_request',
      `The field ${twice} is given twice; leave it out of the ${twice in path ? 'rest of the request' : 'body'}.`,
      twice,
    )
  return { ...query, ...body, ...path }
}

/** `If-Match`: the record must still be what the caller read. Read and write see one snapshot, so nothing slips between. */
function precondition(
  request: FastifyRequest,
  reader: AnyOperation | undefined,
  params: string[],
  input: Record<string, unknown>,
) {
  const expected = request.headers['if-match']
  if (!expected || expected === '*' || !reader || request.method === 'GET') return undefined
  return async (ctx: Context, run: Run) => {
    const current = await reader.run(ctx, Object.fromEntries(params.map((param) => [param, input[param]])))
    if (etag(JSON.stringify(reader.output.parse(current))) !== expected) {
      reject('precondition_failed', 'The record has changed since you read it; read it again and repeat the change.')
    }
    return run()
  }
}

/** `Idempotency-Key`: what is sent again with the same key happens once, and is answered as it was. */
export function idempotency(
  request: FastifyRequest,
  input: unknown,
  status: number,
  onReplay: (replay: Replay) => void,
) {
  const header = request.headers['idempotency-key']
  if (header === undefined || (request.method !== 'POST' && request.method !== 'PATCH')) return undefined
  const key = /^"?([\x21\x23-\x7e]{1,255})"?$/.exec(String(header))?.[1]
  if (!key) reject('invalid_request', 'The Idempotency-Key must be 1 to 255 visible characters.')
  return once({ key, request: `${request.method} ${request.url.split('?')[0]}`, input, status, onReplay })
}

function etag(body: string): string {
  return `"${createHash('sha1').update(body).digest('base64url')}"`
}

function nextPage(request: FastifyRequest, cursor: string): string {
  const url = new URL(request.url, 'http://host')
  url.searchParams.set('cursor', cursor)
  return url.pathname + url.search
}
