import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { signIn } from '#domains/access/sign-in/sessions.ts'
import { addAccountAccess } from '#doors/app/account-access.ts'
import type { SessionAuthenticator } from '#doors/app/authenticate.ts'
import { addBatch } from '#doors/app/batch.ts'
import { readCookie } from '#doors/app/cookies.ts'
import { addOperations } from '#doors/app/operations.ts'
import { openLimits } from '#doors/open-routes.ts'
import { parseInput } from '#doors/parse-input.ts'
import { checkOrigin, clearCookie, endSession, originOf, sessionBody, startSession } from '#doors/app/session.ts'
import type { ReadBody } from '#doors/files/uploads.ts'
import type { Feed } from '#kernel/feed.ts'
import type { Registry } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'

const Credentials = z.strictObject({
  email: z.string().max(254),
  password: z.string().max(128),
  code: z.string().max(100).optional(),
})

type Options = {
  runtime: Runtime
  registry: Registry
  sessions: SessionAuthenticator
  feed: Feed
  readBody: ReadBody
}

/** The web app's own door: sign-in, account access, and every operation by name for a person with a session cookie. */
export async function appDoor(app: FastifyInstance, options: Options): Promise<void> {
  const { runtime, sessions, feed } = options
  const { database, secret } = runtime

  const open = { config: { open: openLimits.sign_in } }

  app.post('/api/session', open, async (request, reply) => {
    checkOrigin(runtime, request)
    const credentials = {
      ...parseInput(Credentials, request.body),
      device: readCookie(request, runtime.config, 'device'),
    }
    return startSession(runtime, feed, request, reply, () =>
      signIn(database.sql, secret, credentials, originOf(request)),
    )
  })

  app.get('/api/session', { config: { credential: 'session' } }, async (request, reply) => {
    // The web app asks before anybody is signed in, and a browser would log a refusal as an error.
    const isOptional = 'optional' in (request.query as object)
    if (isOptional && !readCookie(request, runtime.config, 'sid')) return reply.code(204).send()
    return sessionBody(runtime, (await sessions.find(request, reply)).session, feed)
  })

  app.delete('/api/session', open, async (request, reply) => {
    checkOrigin(runtime, request)
    await endSession(runtime, request)
    clearCookie(reply, runtime)
    return reply.code(204).send()
  })

  addOperations(app, options)
  addBatch(app, options)
  addAccountAccess(app, options)
}
