import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { actorOf, findSession, signIn, signOut, type SignedIn } from '#domains/access/sessions.ts'
import { JSON_TYPE } from '#doors/http.ts'
import type { Receive } from '#doors/files/uploads.ts'
import { invoke } from '#kernel/invoke.ts'
import type { Registry } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import { asProblem, invalidInput } from '#kernel/refusals.ts'
import type { Runtime } from '#kernel/runtime.ts'

const Credentials = z.strictObject({ email: z.string().max(254), password: z.string().max(128) })

/** The web app's own door: sign-in, and every operation by name, for a person with a session cookie. */
export function openApp(app: FastifyInstance, runtime: Runtime, registry: Registry, receive: Receive): void {
  const { database, config } = runtime
  const { name, secure } = cookie(config)
  const origin = new URL(config.base_url).origin
  const session = async (request: FastifyRequest) => (await findSignedIn(runtime, request)).signedIn
  const attempt = <T>(work: () => Promise<T>) => attemptOn(database, work)

  app.post('/api/session', async (request, reply) => {
    checkOrigin(request, origin)
    const given = Credentials.safeParse(request.body ?? {})
    if (!given.success) throw invalidInput(given.error, request.body ?? {})
    const visitor = { ip: request.ip, user_agent: request.headers['user-agent'] ?? '' }
    const token = await attempt(() => signIn(database.sql, given.data.email, given.data.password, visitor))
    // A session is never carried over a sign-in, so that nobody can plant one.
    const previous = readCookie(request, name)
    if (previous) await attempt(() => signOut(database.sql, previous))
    writeCookie(reply, name, token, 60 * 86_400, secure)
    return attempt(() => findSession(database.sql, token))
  })

  app.get('/api/session', (request) => session(request))

  app.delete('/api/session', async (request, reply) => {
    checkOrigin(request, origin)
    const token = readCookie(request, name)
    if (token) await attempt(() => signOut(database.sql, token))
    writeCookie(reply, name, '', 0, secure)
    return reply.code(204).send()
  })

  for (const [operation, op] of Object.entries(registry)) {
    const options = { ...(op.body_limit && { bodyLimit: op.body_limit }), config: { files: op.files !== undefined } }
    app.post(`/api/app/${operation}`, options, async (request, reply) => {
      checkOrigin(request, origin)
      const account_id = request.headers['x-account-id']
      request.actor = actorOf(await session(request), Array.isArray(account_id) ? account_id[0] : account_id)
      const call = { request_id: request.id, ip: request.ip }
      const { body, during } = await receive(request, op)
      const result = await during(() => invoke(runtime, [operation, op], request.actor!, body ?? {}, call))
      if (op.streams)
        return reply
          .header('content-type', `${op.streams}; charset=utf-8`)
          .send(Readable.from(result as AsyncIterable<string>))
      return reply.header('content-type', JSON_TYPE).send(JSON.stringify(result))
    })
  }
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

/** Browsers keep a __Host- cookie to this host and to encrypted connections; without TLS there is no such cookie. */
function cookie({ base_url }: Runtime['config']): { name: string; secure: boolean } {
  const secure = base_url.startsWith('https://')
  return { name: secure ? '__Host-sid' : 'sid', secure }
}

async function attemptOn<T>(database: Runtime['database'], work: () => Promise<T>): Promise<T> {
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
