import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { Readable } from 'node:stream'
import type { Account } from '#contract/records/access.ts'
import type { Body, Query } from '#doors/classic/request.ts'
import type { ReadBody } from '#doors/files/uploads.ts'
import { JSON_TYPE } from '#doors/http.ts'
import { type Cell, toCsv } from '#kernel/csv.ts'
import { invoke } from '#kernel/invoke.ts'
import type { Registry } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'

/** Runs an operation for the caller. `T` is the output of the operation. */
export type Invoke = <T>(operation: string, input?: object) => Promise<T>

/** A classic request with its parts parsed, and the means to run operations for the caller. */
export type ClassicCall = {
  invoke: Invoke
  account: Account
  params: Record<string, string>
  query: Query
  body: Body
  request: FastifyRequest
}

export type Handler = (call: ClassicCall) => Promise<unknown>

/** Adds a route. `upload` names the operation whose files the route accepts, as multipart/form-data. */
export type AddRoute = (method: HTTPMethods | HTTPMethods[], url: string, handle: Handler, upload?: string) => void

/** Clients update with either verb. */
export const UPDATE: HTTPMethods[] = ['PATCH', 'PUT']

export type RouterOptions = { runtime: Runtime; registry: Registry; readBody: ReadBody }

/** Adds routes that run operations, each with and without a trailing slash, because clients use both. */
export function createRouter(app: FastifyInstance, { runtime, registry, readBody }: RouterOptions): AddRoute {
  return (method, url, handle, upload) => {
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const content = upload ? await readBody(request, registry[upload]!) : undefined
      const call = toCall(runtime, registry, request, content ? content.body : request.body)
      return send(reply, await (content ? content.keepOnSuccess(() => handle(call)) : handle(call)))
    }
    const config = { files: upload !== undefined }
    const urls = url === '/' ? [url] : [url, `${url}/`]
    for (const each of urls) app.route({ method, url: each, handler, config, exposeHeadRoute: false })
  }
}

function toCall(runtime: Runtime, registry: Registry, request: FastifyRequest, body: unknown): ClassicCall {
  const origin = { request_id: request.id, ip: request.ip }
  const run = (name: string, input: object = {}) =>
    invoke(runtime, [name, registry[name]!], request.actor!, input, origin)
  return {
    invoke: run as Invoke,
    account: request.actor?.account ?? request.site!.account,
    params: request.params as Record<string, string>,
    query: request.query as Query,
    body: typeof body === 'object' && body !== null ? (body as Body) : {},
    request,
  }
}

/** Result of the routes that answer 204, where others answer with an empty 200. */
export const noContent = Symbol('no content')

/** Result of a route that is not offered here: 501, and a sentence that says what to use instead. */
export function notOffered(instead: string): { [absent]: string } {
  return { [absent]: instead }
}

const absent = Symbol('not offered')

/** Result of a route that answers a table. */
export function csv(rows: AsyncIterable<string> | readonly (readonly Cell[])[]): {
  [table]: AsyncIterable<string> | string
} {
  return { [table]: Symbol.asyncIterator in rows ? rows : toCsv(rows) }
}

const table = Symbol('table')

/** Undefined is an empty body; everything else is JSON, a bare null included. */
function send(reply: FastifyReply, result: unknown): FastifyReply {
  if (result === noContent) return reply.code(204).send()
  if (result === undefined) return reply.send()
  if (typeof result === 'object' && result !== null && absent in result)
    return reply.code(501).send({ error: result[absent] })
  if (typeof result === 'object' && result !== null && table in result) {
    const content = result[table] as AsyncIterable<string> | string
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .send(typeof content === 'string' ? content : Readable.from(content))
  }
  return reply.header('content-type', JSON_TYPE).send(JSON.stringify(result))
}
