import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { recordSecondFactorFailure } from '#domains/access/sign-in/sessions.ts'
import { throttle } from '#domains/access/throttle.ts'
import type { SessionAuthenticator } from '#doors/app/authenticate.ts'
import { originOf } from '#doors/app/session.ts'
import { attempt } from '#doors/attempt.ts'
import { compress } from '#doors/compress.ts'
import type { ReadBody } from '#doors/files/uploads.ts'
import { JSON_TYPE } from '#doors/http.ts'
import { idempotency } from '#doors/rest/conditions.ts'
import type { Replay } from '#kernel/idempotency.ts'
import { invoke } from '#kernel/invoke.ts'
import type { AnyOperation, Registry } from '#kernel/operation.ts'
import { Problem } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

type Options = { runtime: Runtime; registry: Registry; sessions: SessionAuthenticator; readBody: ReadBody }

/** Every operation by name, at `POST /api/app/<name>`. */
export function addOperations(app: FastifyInstance, { runtime, registry, sessions, readBody }: Options): void {
  for (const [name, op] of Object.entries(registry)) {
    const options: RouteShorthandOptions = {
      ...(op.body_limit && { bodyLimit: op.body_limit }),
      config: { files: op.files !== undefined, credential: 'session' },
      onRequest: async (request, reply) => {
        await sessions.authenticate(request, reply)
      },
    }
    app.post(`/api/app/${name}`, options, async (request, reply) => {
      const { body, keepOnSuccess, stableInput } = await readBody(request, op)
      const input = (body ?? {}) as Record<string, unknown>
      let replay: Replay | undefined
      const wrap = idempotency(request, stableInput(input), op.status ?? 200, (known) => (replay = known))
      const call = { ...originOf(request), ...(wrap && { wrap }) }
      const run = () => invoke(runtime, [name, op], request.actor!, input, call)
      const result = await keepOnSuccess(() => (asksForProof(op) ? throttleProof(runtime, request, run) : run()))
      if (replay) return reply.header('content-type', JSON_TYPE).send(replay.body)
      if (op.streams)
        return reply
          .header('content-type', `${op.streams}; charset=utf-8`)
          .send(Readable.from(result as AsyncIterable<string>))
      reply.header('content-type', JSON_TYPE)
      return reply.send(await compress(request, reply, JSON.stringify(result)))
    })
  }
}

/** Whether a person proves with it who they are: a password or a code could be guessed by trying. */
function asksForProof({ permission, input }: AnyOperation): boolean {
  return permission === 'personal' && ['code', 'password', 'current_password'].some((field) => field in input.shape)
}

/** Ten attempts in 15 minutes per session, so that attempts elsewhere can't lock the user out. A failed operation rolls back, so failures are recorded outside of it. */
async function throttleProof<T>({ database }: Runtime, request: FastifyRequest, run: () => Promise<T>): Promise<T> {
  const { session, user } = request.session!
  await attempt(database, () => throttle(database.sql, [`proof:${session}`, 10, 15]))
  try {
    return await run()
  } catch (error) {
    const field =
      error instanceof Problem && error.code === 'invalid_value' ? error.extra.errors?.[0]?.field : undefined
    if (field === 'code') await recordSecondFactorFailure(database.sql, user, originOf(request))
    throw error
  }
}
