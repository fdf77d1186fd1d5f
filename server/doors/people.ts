import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { written } from '#contract/scalars.ts'
import { checkSetup, setUp } from '#domains/access/first-run.ts'
import { acceptInvitation, readInvitation } from '#domains/access/joining.ts'
import { admitReset, completeReset, requestReset } from '#domains/access/resets.ts'
import { attemptOn, checkOrigin, originOf, welcome } from '#doors/app.ts'
import type { Feed } from '#kernel/feed.ts'
import { invalidInput } from '#kernel/refusals.ts'
import type { Runtime } from '#kernel/runtime.ts'

const token = z.string().max(200)
const password = written.max(128)
const Link = z.strictObject({ token })
const Acceptance = z.strictObject({ token, name: written.max(255), password, code: written.max(100).optional() })
const Forgotten = z.strictObject({ email: written.max(254) })
const Reset = z.strictObject({ token, password })
const FirstRun = z.strictObject({
  token,
  account_name: written.max(255),
  name: written.max(255),
  email: written.max(254),
  password,
  locale: z.enum(['es', 'en']),
  time_zone: written.max(100),
  default_currency: z.string().regex(/^[A-Z]{3}$/, 'Write the currency as its ISO code, such as COP'),
})

/** For people who are not in yet: the first of all, invitations, and the way back for who forgot their password. */
export function openPeople(app: FastifyInstance, runtime: Runtime, feed: Feed): void {
  const ours = new URL(runtime.config.base_url).origin
  const attempt = <T>(work: () => Promise<T>) => attemptOn(runtime.database, work)

  app.get('/api/invitation', async (request, reply) => {
    const { token } = read(Link, request.query)
    reply.header('cache-control', 'no-store')
    return attempt(() => readInvitation(runtime, token, originOf(request)))
  })

  app.post('/api/invitation', async (request, reply) => {
    checkOrigin(request, ours)
    const given = read(Acceptance, request.body)
    return welcome(runtime, feed, request, reply, () => acceptInvitation(runtime, given, originOf(request)))
  })

  app.get('/api/setup', async (request, reply) => {
    const { token } = read(Link, request.query)
    await attempt(() => checkSetup(runtime, token, originOf(request)))
    return reply.header('cache-control', 'no-store').code(204).send()
  })

  app.post('/api/setup', async (request, reply) => {
    checkOrigin(request, ours)
    const given = read(FirstRun, request.body)
    return welcome(runtime, feed, request, reply, () => setUp(runtime, given, originOf(request)))
  })

  app.post('/api/password-reset', async (request, reply) => {
    checkOrigin(request, ours)
    const { email } = read(Forgotten, request.body)
    await attempt(() => admitReset(runtime, email, request.ip))
    await answer(reply)
    // Whether there is such a person is found out only now, so that not even the time it takes tells.
    await requestReset(runtime, email, originOf(request)).catch((err) =>
      request.log.error({ err, request_id: request.id }, 'a password reset could not be sent'),
    )
  })

  app.post('/api/password-reset/complete', async (request, reply) => {
    checkOrigin(request, ours)
    const { token, password } = read(Reset, request.body)
    await attempt(() => completeReset(runtime, token, password, originOf(request)))
    return reply.code(204).send()
  })
}

function answer(reply: FastifyReply): Promise<void> {
  return new Promise((resolve) => {
    reply.raw.once('close', resolve)
    reply.code(204).send()
  })
}

function read<S extends z.ZodType>(schema: S, sent: FastifyRequest['body']): z.output<S> {
  const given = schema.safeParse(sent ?? {})
  if (!given.success) throw invalidInput(given.error, sent ?? {})
  return given.data
}
