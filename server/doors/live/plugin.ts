import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { digest } from '#domains/access/keys/api-key.ts'
import { actorOf } from '#domains/access/sign-in/sessions.ts'
import type { Credential } from '#domains/access/stream-credentials.ts'
import type { SessionAuthenticator } from '#doors/app/authenticate.ts'
import { checkOrigin } from '#doors/app/session.ts'
import type { Authenticate } from '#doors/authenticate.ts'
import { filterEvent } from '#doors/live/visibility.ts'
import { type Intervals, type Listener, openListeners } from '#doors/live/listeners.ts'
import { openStream } from '#doors/live/stream.ts'
import type { StreamLimits } from '#doors/live/stream-limits.ts'
import type { Feed } from '#kernel/feed.ts'
import type { Runtime } from '#kernel/runtime.ts'

type Options = {
  runtime: Runtime
  feed: Feed
  authenticate: Authenticate
  sessions: SessionAuthenticator
  streams: StreamLimits
  intervals?: Partial<Intervals & { heartbeat_ms: number }>
}

/** Events as they happen, as server-sent events: for programs with a key, and for the web app with a session. */
export async function liveDoor(app: FastifyInstance, options: Options): Promise<void> {
  const { runtime, feed, authenticate, sessions, streams, intervals = {} } = options
  const listeners = openListeners(runtime, intervals)

  app.get('/api/v1/live', { exposeHeadRoute: false, config: { credential: 'API key' } }, async (request, reply) => {
    const { actor } = await authenticate(request, reply)
    streams.enter(request, reply, { credential: `key ${actor.id}` })
    await listen(request, reply, { account_id: actor.account.id, user_id: actor.user_id!, key_id: actor.id! })
  })

  app.get('/api/live', { exposeHeadRoute: false, config: { credential: 'session' } }, async (request, reply) => {
    checkOrigin(runtime, request)
    const { session, token } = await sessions.find(request, reply, accountId(request))
    request.actor = actorOf(session, accountId(request))
    const { account, user_id } = request.actor
    streams.enter(request, reply, { credential: `session ${session.session}` })
    await listen(request, reply, { account_id: account.id, user_id: user_id!, session: digest(token) })
  })

  async function listen(request: FastifyRequest, reply: FastifyReply, credential: Credential): Promise<void> {
    const rights = await listeners.admit(credential)
    const listener: Listener = { credential, rights, stream: undefined }
    listeners.add(listener)
    try {
      listener.stream = await openStream(request, reply, feed, {
        account_id: credential.account_id,
        toMessage: (event) => filterEvent(rights, event),
        onEnd: () => listeners.remove(listener),
        heartbeat_ms: intervals.heartbeat_ms,
      })
    } catch (error) {
      listeners.remove(listener)
      throw error
    }
  }

  // Open streams would keep the server from closing, so they are ended first.
  app.addHook('preClose', async () => {
    listeners.stop()
    void feed.close()
  })
}

/** The workspace to listen to. It may be part of the URL, because a browser's EventSource cannot send headers. */
function accountId({ headers, query }: FastifyRequest): string | undefined {
  const id = headers['x-account-id'] ?? (query as Record<string, unknown>).account_id
  return typeof id === 'string' ? id : undefined
}
