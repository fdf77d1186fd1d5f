import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { written } from '#contract/scalars.ts'
import { useLoginLink } from '#domains/access/setup/platform.ts'
import { checkSetup, setUp } from '#domains/access/setup/first-run.ts'
import { acceptInvitation, readInvitation } from '#domains/access/invitations/accept.ts'
import { checkResetLimit, completeReset, requestReset } from '#domains/access/sign-in/password-reset.ts'
import { parseInput } from '#doors/parse-input.ts'
import { readCookie } from '#doors/app/cookies.ts'
import { checkOrigin, originOf, startSession } from '#doors/app/session.ts'
import { attempt } from '#doors/attempt.ts'
import { openLimits } from '#doors/open-routes.ts'
import type { Feed } from '#kernel/feed.ts'
import type { Runtime } from '#kernel/runtime.ts'

const token = z.string().max(200)
const password = written.max(128)
const Link = z.strictObject({ token })
const Acceptance = z.strictObject({ token, name: written.max(255), password, code: written.max(100).optional() })
const ResetRequest = z.strictObject({ email: written.max(254) })
const ResetCompletion = z.strictObject({ token, password })
const Setup = z.strictObject({
  token,
  account_name: written.max(255),
  name: written.max(255),
  email: written.max(254),
  password,
  locale: z.enum(['es', 'en']),
  time_zone: written.max(100),
  default_currency: z.string().regex(/^[A-Z]{3}$/, 'Use the ISO code of the currency, such as COP'),
})

type Options = { runtime: Runtime; feed: Feed }

/** Access for people who are not signed in: first set-up, invitations, password resets and links that sign in. */
export function addAccountAccess(app: FastifyInstance, { runtime, feed }: Options): void {
  const { database } = runtime
  const open = { config: { open: openLimits.sign_in } }

  app.get('/api/invitation', open, async (request, reply) => {
    const { token } = parseInput(Link, request.query)
    reply.header('cache-control', 'no-store')
    return attempt(database, () => readInvitation(runtime, token, originOf(request)))
  })

  app.post('/api/invitation', open, async (request, reply) => {
    checkOrigin(runtime, request)
    const acceptance = {
      ...parseInput(Acceptance, request.body),
      device: readCookie(request, runtime.config, 'device'),
    }
    return startSession(runtime, feed, request, reply, () => acceptInvitation(runtime, acceptance, originOf(request)))
  })

  // A link that a program of the operator made; it is used up before the page is shown.
  app.get('/platform/login', open, async (request, reply) => {
    const { token } = parseInput(Link, request.query)
    const openOnce = () => useLoginLink(database.sql, token, originOf(request))
    await startSession(runtime, feed, request, reply, openOnce)
    return reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect('/app')
  })

  app.get('/api/setup', open, async (request, reply) => {
    const { token } = parseInput(Link, request.query)
    await attempt(database, () => checkSetup(runtime, token, originOf(request)))
    return reply.header('cache-control', 'no-store').code(204).send()
  })

  app.post('/api/setup', open, async (request, reply) => {
    checkOrigin(runtime, request)
    const setup = parseInput(Setup, request.body)
    return startSession(runtime, feed, request, reply, () => setUp(runtime, setup, originOf(request)))
  })

  app.post('/api/password-reset', open, async (request, reply) => {
    checkOrigin(runtime, request)
    const { email } = parseInput(ResetRequest, request.body)
    await attempt(database, () => checkResetLimit(runtime, email, originOf(request)))
    await sendEmpty(reply)
    // The person is looked up only after the answer, so that not even its timing reveals whether they exist.
    await requestReset(runtime, email, originOf(request)).catch((err) =>
      request.log.error({ err, request_id: request.id }, 'password reset e-mail could not be queued'),
    )
  })

  app.post('/api/password-reset/complete', open, async (request, reply) => {
    checkOrigin(runtime, request)
    const { token, password } = parseInput(ResetCompletion, request.body)
    await attempt(database, () => completeReset(runtime, token, password, originOf(request)))
    return reply.code(204).send()
  })
}

/** Resolves when the empty answer has left. */
function sendEmpty(reply: FastifyReply): Promise<void> {
  return new Promise((resolve) => {
    reply.raw.once('close', resolve)
    reply.code(204).send()
  })
}
