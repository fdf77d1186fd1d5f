import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ReadBody, RequestBody } from '#doors/files/uploads.ts'
import { JSON_TYPE } from '#doors/http.ts'
import { etag, idempotency, precondition, type Run } from '#doors/rest/conditions.ts'
import { type FieldTypes, fieldTypes, readQuery } from '#doors/rest/query.ts'
import type { Replay } from '#kernel/idempotency.ts'
import { invoke } from '#kernel/invoke.ts'
import { type AnyOperation, type Call, type Registry, route } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

const PREFIX = '/api/v1'

type Options = {
  runtime: Runtime
  registry: Registry
  /** Sets the actor of the request, or rejects. */
  authenticate(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  readBody: ReadBody
}

/** Adds a route for each of these operations. */
export function addRoutes(app: FastifyInstance, { runtime, registry, authenticate, readBody }: Options): void {
  for (const [name, op] of Object.entries(registry)) {
    const { method, path, params } = route(op)
    const reader = Object.values(registry).find((other) => other.rest === `GET ${path}`)
    app.route({
      method,
      url: PREFIX + path,
      ...(op.body_limit && { bodyLimit: op.body_limit }),
      config: { files: op.files !== undefined },
      onRequest: async (request, reply) => {
        await authenticate(request, reply)
      },
      handler: async (request, reply) => {
        const content = await readBody(request, op)
        return content.keepOnSuccess(() => answer(request, reply, { runtime, name, op, params, reader }, content))
      },
    })
  }
}

type Route = {
  runtime: Runtime
  name: string
  op: AnyOperation
  params: string[]
  /** The operation that reads the record at this path. */
  reader: AnyOperation | undefined
}

async function answer(request: FastifyRequest, reply: FastifyReply, route: Route, content: RequestBody) {
  const { runtime, name, op, params, reader } = route
  const input = collectInput(request, reply, fieldTypes(op), content.body)
  const call: Call = { request_id: request.id, ip: request.ip }
  let replay: Replay | undefined
  const status = op.status ?? 200
  // A repeated request is recognised first: the change it made itself must not fail its If-Match.
  const conditions = [
    idempotency(request, content.stableInput(input), status, (known) => (replay = known)),
    precondition(request, reader, params, input),
  ].filter((each) => each !== undefined)
  if (conditions.length > 0) {
    call.wrap = (ctx, run) => conditions.reduceRight<Run>((next, condition) => () => condition(ctx, next), run)()
    if (request.headers['if-match']) call.isolation = 'repeatable read'
  }

  const result = await invoke(runtime, [name, op], request.actor!, input, call)
  if (op.streams) {
    reply.header('content-type', `${op.streams}; charset=utf-8`)
    reply.header('content-disposition', `attachment; filename="${name.replace('export_', '')}.csv"`)
    return reply.send(Readable.from(result as AsyncIterable<string>))
  }
  if (replay) {
    await content.discard()
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

/** Merges path, query and body into one input. A field may be given in one of them only. */
function collectInput(
  request: FastifyRequest,
  reply: FastifyReply,
  types: FieldTypes,
  content: unknown,
): Record<string, unknown> {
  const body = content ?? {}
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

function nextPage(request: FastifyRequest, cursor: string): string {
  const url = new URL(request.url, 'http://host')
  url.searchParams.set('cursor', cursor)
  return url.pathname + url.search
}
