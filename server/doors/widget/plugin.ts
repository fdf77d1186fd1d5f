import type { FastifyInstance } from 'fastify'
import type { ReadBody } from '#doors/files/uploads.ts'
import { openStream, type Stream } from '#doors/live/stream.ts'
import type { StreamLimits } from '#doors/live/stream-limits.ts'
import { declareRoutes, openLimits } from '#doors/open-routes.ts'
import { addRoutes } from '#doors/rest/routes.ts'
import { limitVisitorUploads, VISITOR_BODY_BYTES } from '#doors/visitor-limits.ts'
import { addAssets } from '#doors/widget/assets.ts'
import { addDemoSite } from '#doors/widget/demo-site.ts'
import { addSession } from '#doors/widget/session.ts'
import { createVisitorAuthenticator } from '#doors/widget/visitor-auth.ts'
import { toVisitorMessage } from '#doors/widget/visitor-events.ts'
import type { Feed } from '#kernel/feed.ts'
import type { Registry } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'

type Options = { runtime: Runtime; registry: Registry; feed: Feed; streams: StreamLimits; readBody: ReadBody }

/** The live chat for visitors: their session, operations and event stream, the files of the chat, and the demo site. */
export async function widgetDoor(app: FastifyInstance, options: Options): Promise<void> {
  const { runtime } = options
  await app.register(async (scope) => {
    declareRoutes(scope, { open: { ...openLimits.chat, body_bytes: VISITOR_BODY_BYTES } })
    addVisitorRoutes(scope, options)
  })
  await app.register(async (scope) => {
    declareRoutes(scope, { open: openLimits.chat })
    addSession(scope, runtime)
  })
  await app.register(async (scope) => {
    declareRoutes(scope, { open: openLimits.pages })
    await addAssets(scope, runtime)
    addDemoSite(scope, runtime)
  })
}

function addVisitorRoutes(app: FastifyInstance, { runtime, registry, feed, streams, ...options }: Options): void {
  const readBody = limitVisitorUploads(runtime, options.readBody)
  const { post_chat_message, ...others } = Object.fromEntries(
    Object.entries(registry).filter(([, op]) => op.permission === 'visitor'),
  )

  if (post_chat_message) {
    const authenticate = createVisitorAuthenticator(runtime, 'chat-message')
    addRoutes(app, { runtime, registry: { post_chat_message }, authenticate, readBody })
  }
  const authenticate = createVisitorAuthenticator(runtime, 'chat-call')
  addRoutes(app, { runtime, registry: others, authenticate, readBody })

  app.get('/api/v1/widget/live', { exposeHeadRoute: false }, async (request, reply) => {
    const visitor = await authenticate(request)
    streams.enter(request, reply, { visitor: `visitor ${visitor.inbox_id} ${visitor.source_id}` })
    const { secret, config } = runtime
    const links = { account_id: visitor.account_id, secret, base_url: config.base_url }
    let stream: Stream | undefined
    stream = await openStream(request, reply, feed, {
      account_id: visitor.account_id,
      toMessage: (event) => {
        // When the inbox is deleted the stream ends, and reconnecting tells the visitor that the chat is gone.
        if (event.name === 'inbox.deleted' && event.payload.inbox.id === visitor.inbox_id) stream?.end()
        return toVisitorMessage(links, visitor, event)
      },
    })
  })
}
