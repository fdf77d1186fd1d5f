import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { actorOf, findSession, noteFailure, signIn, signOut, type SignedIn } from '#domains/access/sessions.ts'
import { proofOf, throttle } from '#domains/access/throttle.ts'
import { packed } from '#doors/compress.ts'
import { JSON_TYPE } from '#doors/http.ts'
import type { Receive } from '#doors/files/uploads.ts'
import { idempotency } from '#doors/rest.ts'
import type { Origin } from '#kernel/audit.ts'
import type { Feed } from '#kernel/feed.ts'
import type { Replay } from '#kernel/idempotency.ts'
import { invoke } from '#kernel/invoke.ts'
import type { AnyOperation, Registry } from '#kernel/operation.ts'
import { Problem, reject } from '#kernel/problem.ts'
import { asProblem, invalidInput } from '#kernel/refusals.ts'
import type { Runtime } from '#kernel/runtime.ts'

const Credentials = z.strictObject({
  email: z.string().max(254),
  password: z.string().max(128),
  code: z.string().max(100).optional(),
})

/** The web app's own door: sign-in, and every operation by name, for a person with a session cookie. */
export function openApp(
  app: FastifyInstance,
  runtime: Runtime,
  registry: Registry,
  feed: Feed,
  receive: Receive,
): void {
  const { database, config, secret } = runtime
  const { name, secure } = cookie(config)
  const ours = new URL(config.base_url).origin

  app.post('/api/session', async (request, reply) => {
    checkOrigin(request, ours)
    const given = Credentials.safeParse(request.body ?? {})
    if (!given.success) throw invalidInput(given.error, request.body ?? {})
    return welcome(runtime, feed, request, reply, () => signIn(database.sql, secret, given.data, originOf(request)))
  })

  app.get('/api/session', async (request) => shown((await findSignedIn(runtime, request)).signedIn, feed))

  app.delete('/api/session', async (request, reply) => {
    checkOrigin(request, ours)
    const token = readCookie(request, name)
    if (token) await attemptOn(database, () => signOut(database.sql, token))
    writeCookie(reply, name, '', 0, secure)
    return reply.code(204).send()
  })

  for (const [operation, op] of Object.entries(registry)) {
    const options = { ...(op.body_limit && { bodyLimit: op.body_limit }), config: { files: op.files !== undefined } }
    app.post(`/api/app/${operation}`, options, async (request, reply) => {
      const { signedIn, actor } = await admit(runtime, request)
      const { body, during, lasting } = await receive(request, op)
      const input = (body ?? {}) as Record<string, unknown>
      let replay: Replay | undefined
      const around = idempotency(request, lasting(input), op.status ?? 200, (known) => (replay = known))
      const call = { ...originOf(request), ...(around && { around }) }
      const run = () => invoke(runtime, [operation, op], actor, input, call)
      const result = await during(() => (proves(op) ? guarded(runtime, signedIn, request, run) : run()))
      if (replay) return reply.header('content-type', JSON_TYPE).send(replay.body)
      if (op.streams)
        return reply
          .header('content-type', `${op.streams}; charset=utf-8`)
          .send(Readable.from(result as AsyncIterable<string>))
      reply.header('content-type', JSON_TYPE)
      return reply.send(await packed(request, reply, JSON.stringify(result)))
    })
  }
}

/** Signs them in with the session that was opened, and tells them who they are. */
export async function welcome(
  runtime: Runtime,
  feed: Feed,
  request: FastifyRequest,
  reply: FastifyReply,
  openSession: () => Promise<string>,
) {
  const { database, config } = runtime
  const { name, secure } = cookie(config)
  const token = await attemptOn(database, openSession)
  // A session is never carried over a sign-in, so that nobody can plant one.
  const previous = readCookie(request, name)
  if (previous) await attemptOn(database, () => signOut(database.sql, previous))
  writeCookie(reply, name, token, 60 * 86_400, secure)
  return shown((await attemptOn(database, () => findSession(database.sql, token)))!, feed)
}

/** Whatever is read after this is heard of from this position on. */
async function shown({ user, accounts }: SignedIn, feed: Feed) {
  return { user, accounts, position: await feed.position() }
}

/** Whether a person proves with it who they are: a password or a code could be guessed by trying. */
function proves({ permission, input }: AnyOperation): boolean {
  return permission === 'personal' && ['code', 'password', 'current_password'].some((field) => field in input.shape)
}

/** Such tries count with those of signing in. What fails is undone with its transaction, so it is counted and remembered outside. */
async function guarded<T>(
  { database }: Runtime,
  { user }: SignedIn,
  request: FastifyRequest,
  run: () => Promise<T>,
): Promise<T> {
  await attemptOn(database, () => throttle(database.sql, proofOf(user.email)))
  try {
    return await run()
  } catch (error) {
    const wrong =
      error instanceof Problem && error.code === 'invalid_value' ? error.extra.errors?.[0]?.field : undefined
    if (wrong === 'code') await noteFailure(database.sql, user, originOf(request))
    throw error
  }
}

export function originOf(request: FastifyRequest): Origin & { ip: string } {
  return { request_id: request.id, ip: request.ip, user_agent: request.headers['user-agent'] ?? '' }
}

/** Who is signed in with the cookie of the request, and the token in it. */
export async function findSignedIn(
  { database, config }: Runtime,
  request: FastifyRequest,
): Promise<{ signedIn: SignedIn; token: string }> {
  const token = readCookie(request, cookie(config).name)
  const signedIn = token ? await attemptOn(database, () => findSession(database.sql, token)) : undefined
  return token && signedIn ? { signedIn, token } : reject('unauthenticated', 'Sign in to go on.')
}

/** Who calls from one of our own pages, in the workspace they name. */
export async function admit(runtime: Runtime, request: FastifyRequest) {
  checkOrigin(request, new URL(runtime.config.base_url).origin)
  const { signedIn } = await findSignedIn(runtime, request)
  const account_id = request.headers['x-account-id']
  const actor = actorOf(signedIn, Array.isArray(account_id) ? account_id[0] : account_id)
  request.actor = actor
  return { signedIn, actor }
}

/** Browsers keep a __Host- cookie to this host and to encrypted connections; without TLS there is no such cookie. */
function cookie({ base_url }: Runtime['config']): { name: string; secure: boolean } {
  const secure = base_url.startsWith('https://')
  return { name: secure ? '__Host-sid' : 'sid', secure }
}

export async function attemptOn<T>(database: Runtime['database'], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw await asProblem(error, database)
  }
}

/** A cookie goes along with whatever page makes the request, so the page must be ours. */
export function checkOrigin(request: FastifyRequest, ours: string): void {
  const site = request.headers['sec-fetch-site']
  const origin = request.headers.origin
  const foreign = site ? site !== 'same-origin' && site !== 'none' : origin !== undefined && origin !== ours
  if (foreign) reject('permission_denied', 'This request comes from another site.')
}

function readCookie(request: FastifyRequest, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || undefined
}

function writeCookie(reply: FastifyReply, name: string, value: string, seconds: number, secure: boolean): void {
  reply.header(
    'set-cookie',
    `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure ? '; Secure' : ''}`,
  )
}
