import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Account } from '#contract/records/access.ts'
import type { Body, Query } from '#doors/classic/reading.ts'
import { JSON_TYPE } from '#doors/http.ts'
import type { Receive } from '#doors/files/uploads.ts'
import { invoke } from '#kernel/invoke.ts'
import type { Registry } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'

/** Runs an operation for whoever called; the answer is what the operation promises. */
export type Act = <T>(operation: string, input?: object) => Promise<T>

/** What a classic request says, and the hands to do it. */
export type Asked = {
  act: Act
  account: Account
  params: Record<string, string>
  query: Query
  body: Body
  request: FastifyRequest
}

export type Answer = (asked: Asked) => Promise<unknown>

/** Adds a route. `form` names the operation whose files may come along, where a form may be sent. */
export type Routes = (method: HTTPMethods | HTTPMethods[], url: string, answer: Answer, form?: string) => void

/** Updates come by either verb. */
export const UPDATE: HTTPMethods[] = ['PATCH', 'PUT']

/** Routes that run operations, with and without a slash at the end: clients write both. */
export function openRoutes(app: FastifyInstance, runtime: Runtime, registry: Registry, receive: Receive): Routes {
  return (method, url, answer, form) => {
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const received = form ? await receive(request, registry[form]!) : undefined
      const asked = toAsked(runtime, registry, request, received ? received.body : request.body)
      const result = await (received ? received.during(() => answer(asked)) : answer(asked))
      return send(reply, result)
    }
    const config = { files: form !== undefined }
    const urls = url === '/' ? [url] : [url, `${url}/`]
    for (const each of urls) app.route({ method, url: each, handler, config, exposeHeadRoute: false })
  }
}

function toAsked(runtime: Runtime, registry: Registry, request: FastifyRequest, body: unknown): Asked {
  const call = { request_id: request.id, ip: request.ip }
  const act = (name: string, input: object = {}) =>
    invoke(runtime, [name, registry[name]!], request.actor!, input, call)
  return {
    act: act as Act,
    account: request.actor?.account ?? request.site!.account,
    params: request.params as Record<string, string>,
    query: request.query as Query,
    body: typeof body === 'object' && body !== null ? (body as Body) : {},
    request,
  }
}

/** What some routes answer once there is nothing left to speak of: 204 where others have an empty 200. */
export const no_content = Symbol('no content')

/** Nothing is an empty body; everything else is JSON, also a bare null. */
function send(reply: FastifyReply, answer: unknown): FastifyReply {
  if (answer === no_content) return reply.code(204).send()
  if (answer === undefined) return reply.send()
  return reply.header('content-type', JSON_TYPE).send(JSON.stringify(answer))
}
