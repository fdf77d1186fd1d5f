import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { digest } from '#domains/access/keys.ts'
import { type Credential, readStandings, type Standing } from '#domains/access/listeners.ts'
import { markPresent } from '#domains/access/presence.ts'
import { actorOf } from '#domains/access/sessions.ts'
import { checkOrigin, findSignedIn } from '#doors/app.ts'
import type { Authenticate } from '#doors/authenticate.ts'
import { hear } from '#doors/live/hearing.ts'
import { openStream, type Stream } from '#doors/live/stream.ts'
import type { Feed } from '#kernel/feed.ts'
import { reject } from '#kernel/problem.ts'
import { asProblem } from '#kernel/refusals.ts'
import type { Runtime } from '#kernel/runtime.ts'

/** Someone of the team who listens. */
type Listener = { credential: Credential; standing: Standing; stream: Stream | undefined }

// Whoever may no longer listen is gone within five seconds, also when they came just before a check.
const CHECK_MILLISECONDS = 2_000
const PRESENCE_MILLISECONDS = 30_000

/** What happens, as it happens: for programs with a key, and for the web app with a session. */
export function openLive(app: FastifyInstance, runtime: Runtime, feed: Feed, authenticate: Authenticate): void {
  const { database, log, config } = runtime
  const listeners = new Set<Listener>()
  const options = { exposeHeadRoute: false }

  app.get('/api/v1/live', options, async (request, reply) => {
    const { actor } = await authenticate(request, reply)
    await listen(request, reply, { account_id: actor.account.id, user_id: actor.user_id!, key_id: actor.id! })
  })

  app.get('/api/live', options, async (request, reply) => {
    checkOrigin(request, new URL(config.base_url).origin)
    const { signedIn, token } = await findSignedIn(runtime, request)
    request.actor = actorOf(signedIn, accountId(request))
    const { account, user_id } = request.actor
    await listen(request, reply, { account_id: account.id, user_id: user_id!, session: digest(token) })
  })

  async function listen(request: FastifyRequest, reply: FastifyReply, credential: Credential): Promise<void> {
    const standing = await enter(credential)
    const listener: Listener = { credential, standing, stream: undefined }
    listeners.add(listener)
    try {
      listener.stream = await openStream(request, reply, feed, {
        account_id: credential.account_id,
        hear: (said) => hear(standing, said),
        onEnd: () => listeners.delete(listener),
      })
    } catch (error) {
      listeners.delete(listener)
      throw error
    }
  }

  async function enter(credential: Credential): Promise<Standing> {
    try {
      const [standing] = await readStandings(database.sql, [credential])
      if (!standing) reject('unauthenticated', 'This credential has just been withdrawn.')
      await markPresent(database.sql, [credential])
      // What waited for somebody to come can be given to them now.
      runtime.wake()
      return standing
    } catch (error) {
      throw await asProblem(error, database)
    }
  }

  /** Who may no longer listen is let go; who may hear more or less than before reads anew, and comes back with the new rights. */
  async function check(): Promise<void> {
    const present = [...listeners]
    const standings = await readStandings(
      database.sql,
      present.map(({ credential }) => credential),
    )
    for (const [i, { standing, stream }] of present.entries()) {
      if (standings[i]?.rights === standing.rights) continue
      if (standings[i]) stream?.reset()
      stream?.end()
    }
  }

  const stopChecking = repeat(CHECK_MILLISECONDS, check)
  const stopMarking = repeat(PRESENCE_MILLISECONDS, () =>
    markPresent(
      database.sql,
      [...listeners].map(({ credential }) => credential),
    ),
  )

  /** Does it for as long as somebody listens, each time after the last has ended. */
  function repeat(milliseconds: number, work: () => Promise<void>): () => void {
    let stopped = false
    const turn = async () => {
      if (stopped) return
      if (listeners.size > 0) await work().catch((err) => log.warn({ err }, 'listeners could not be looked after'))
      setTimeout(turn, milliseconds).unref()
    }
    setTimeout(turn, milliseconds).unref()
    return () => void (stopped = true)
  }

  // Streams would keep the house open, so they are ended first.
  app.addHook('preClose', async () => {
    stopChecking()
    stopMarking()
    void feed.close()
  })
}

/** The workspace meant: in the address, because a browser's EventSource sends no headers of ours. */
function accountId({ headers, query }: FastifyRequest): string | undefined {
  const given = headers['x-account-id'] ?? (query as Record<string, unknown>).account_id
  return typeof given === 'string' ? given : undefined
}
