import { pipeline, Readable } from 'node:stream'
import { constants, createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { parseInput } from '#doors/parse-input.ts'
import type { SessionAuthenticator } from '#doors/app/authenticate.ts'
import { originOf } from '#doors/app/session.ts'
import { compress } from '#doors/compress.ts'
import { JSON_TYPE, toProblem } from '#doors/http.ts'
import { invoke } from '#kernel/invoke.ts'
import { type Actor, isRead, type Registry } from '#kernel/operation.ts'
import { Problem, problemBody, reject } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

const Read = z.strictObject({ name: z.string().max(100), input: z.record(z.string(), z.unknown()) })
const MAX_READS = 20
const Batch = z.strictObject({ reads: z.array(Read).min(1).max(MAX_READS) })

// One screen must not use up the connections to the database.
const MAX_PARALLEL = 5

/** The read that a page preloads: the browser requests its address without a header or a body. */
const Preload = z.strictObject({ account_id: z.string().max(20), input: z.string().max(2_000) })

type Options = { runtime: Runtime; registry: Registry; sessions: SessionAuthenticator }

/**
 * Runs the reads of a screen in one round trip. Each is answered as soon as it is ready, as a line of JSON with its
 * place in the request; a refused read does not affect the others.
 */
export function addBatch(app: FastifyInstance, { runtime, registry, sessions }: Options): void {
  const { base_url } = runtime.config

  const route = { config: { credential: 'session' as const }, onRequest: sessions.recognise }

  app.post('/api/app', route, async (request, reply) => {
    const actor = await sessions.authenticate(request, reply, countReads(request.body))
    const { reads } = parseInput(Batch, request.body)
    const lines = Readable.from(asReady(reads.map((read, place) => () => line(request, actor, read, place))))
    reply.header('content-type', 'application/x-ndjson; charset=utf-8').header('vary', 'accept-encoding')
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(lines)
    reply.header('content-encoding', 'gzip')
    const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH, level: constants.Z_BEST_SPEED })
    // A client that disconnects ends the pipeline, and with it the reads still to come.
    return reply.send(pipeline(lines, gzip, () => {}))
  })

  app.get('/api/app/reads/:name', route, async (request, reply) => {
    const { account_id, input } = parseInput(Preload, request.query)
    const actor = await sessions.authenticate(request, reply, 1, account_id)
    const answer = await run(request, actor, (request.params as { name: string }).name, parseJson(input))
    reply.header('content-type', JSON_TYPE).header('cache-control', 'no-store')
    return reply.send(await compress(request, reply, JSON.stringify(answer)))
  })

  function run(request: FastifyRequest, actor: Actor, name: string, input: unknown): Promise<unknown> {
    const op = Object.hasOwn(registry, name) ? registry[name] : undefined
    if (!op || op.streams || !(isRead(op) || op.noTransaction))
      throw new Problem('not_found', `There is no read called ${name}; see /docs for the operations.`)
    return invoke(runtime, [name, op], actor, input, originOf(request))
  }

  async function line(request: FastifyRequest, actor: Actor, { name, input }: z.output<typeof Read>, place: number) {
    try {
      return `${JSON.stringify({ place, answer: await run(request, actor, name, input) })}\n`
    } catch (error) {
      const problem = toProblem(error, request)
      const { retry_after } = problem.extra
      const body = problemBody(problem, { base_url, request_id: request.id })
      return `${JSON.stringify({ place, problem: { ...body, ...(retry_after && { retry_after }) } })}\n`
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return reject('invalid_request', 'The input is not JSON.', 'input')
  }
}

/** Each read counts against the rate limit. The body is not validated yet. */
function countReads(body: unknown): number {
  const { reads } = (body ?? {}) as { reads?: unknown }
  return Array.isArray(reads) ? Math.min(Math.max(reads.length, 1), MAX_READS) : 1
}

/** Runs a few at a time and yields each result as soon as it is ready. */
async function* asReady<T>(tasks: (() => Promise<T>)[]): AsyncGenerator<T> {
  const running = new Map<number, Promise<[number, T]>>()
  const next = async () => {
    const [place, result] = await Promise.race(running.values())
    running.delete(place)
    return result
  }
  for (const [place, run] of tasks.entries()) {
    running.set(
      place,
      run().then((result) => [place, result]),
    )
    if (running.size === MAX_PARALLEL) yield await next()
  }
  while (running.size > 0) yield await next()
}
