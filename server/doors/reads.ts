import { pipeline, Readable } from 'node:stream'
import { constants, createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { admit, originOf } from '#doors/app.ts'
import { toProblem } from '#doors/http.ts'
import { invoke } from '#kernel/invoke.ts'
import { type Actor, isRead, type Registry } from '#kernel/operation.ts'
import { Problem, problemBody } from '#kernel/problem.ts'
import { invalidInput } from '#kernel/refusals.ts'
import type { Runtime } from '#kernel/runtime.ts'

const Asked = z.strictObject({ name: z.string().max(100), input: z.record(z.string(), z.unknown()) })
const Reads = z.strictObject({ reads: z.array(Asked).min(1).max(20) })

// One screen must not hold every connection to the database.
const AT_ONCE = 5

/**
 * What a screen of the web app asks for at once, in one round trip: reads by name. Each is answered as soon as it is
 * ready, as a line of JSON with its place among those asked, and refused for itself.
 */
export function openReads(app: FastifyInstance, runtime: Runtime, registry: Registry): void {
  const { base_url } = runtime.config

  app.post('/api/app', async (request, reply) => {
    const { actor } = await admit(runtime, request)
    const given = Reads.safeParse(request.body ?? {})
    if (!given.success) throw invalidInput(given.error, request.body ?? {})

    const lines = Readable.from(
      asReady(given.data.reads.map((asked, place) => () => line(request, actor, asked, place))),
    )
    reply.header('content-type', 'application/x-ndjson; charset=utf-8').header('vary', 'accept-encoding')
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(lines)
    reply.header('content-encoding', 'gzip')
    const packed = createGzip({ flush: constants.Z_SYNC_FLUSH, level: constants.Z_BEST_SPEED })
    // Who leaves ends the reading, too.
    return reply.send(pipeline(lines, packed, () => {}))
  })

  async function line(request: FastifyRequest, actor: Actor, { name, input }: z.output<typeof Asked>, place: number) {
    try {
      const op = Object.hasOwn(registry, name) ? registry[name] : undefined
      if (!op || op.streams || !(isRead(op) || op.apart))
        throw new Problem('not_found', `There is no read called ${name}.`)
      const answer: unknown = await invoke(runtime, [name, op], actor, input, originOf(request))
      return `${JSON.stringify({ place, answer })}\n`
    } catch (error) {
      const problem = toProblem(error, request)
      const { retry_after } = problem.extra
      const body = problemBody(problem, { base_url, request_id: request.id })
      return `${JSON.stringify({ place, problem: { ...body, ...(retry_after && { retry_after }) } })}\n`
    }
  }
}

/** Does a few at a time, and gives what each comes to as soon as it is there. */
async function* asReady<T>(works: (() => Promise<T>)[]): AsyncGenerator<T> {
  const running = new Map<number, Promise<[number, T]>>()
  const first = async () => {
    const [place, result] = await Promise.race(running.values())
    running.delete(place)
    return result
  }
  for (const [place, work] of works.entries()) {
    running.set(
      place,
      work().then((result) => [place, result]),
    )
    if (running.size === AT_ONCE) yield await first()
  }
  while (running.size > 0) yield await first()
}
