import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { RouteOptions } from 'fastify'
import { Server } from 'node:net'
import type { Config } from './config.ts'
import { appDoor } from '#doors/app/plugin.ts'
import { createSessionAuthenticator } from '#doors/app/authenticate.ts'
import { createAuthenticator, createTokenAuthenticator } from '#doors/authenticate.ts'
import { calendarDoor } from '#doors/calendar/plugin.ts'
import { channelsDoor } from '#doors/channels/plugin.ts'
import { classicDoor } from '#doors/classic/plugin.ts'
import { createCredentialGuard } from '#doors/credential-guard.ts'
import { filesDoor } from '#doors/files/plugin.ts'
import { createBodyReader } from '#doors/files/uploads.ts'
import { formsDoor } from '#doors/forms/plugin.ts'
import { metrics } from '#doors/health/metrics.ts'
import { healthDoor } from '#doors/health/plugin.ts'
import { createServer } from '#doors/http.ts'
import { liveDoor } from '#doors/live/plugin.ts'
import { createStreamLimits } from '#doors/live/stream-limits.ts'
import { mcpDoor } from '#doors/mcp/plugin.ts'
import { oauthDoor } from '#doors/oauth/plugin.ts'
import { openapiDoor } from '#doors/openapi/plugin.ts'
import { restDoor } from '#doors/rest/plugin.ts'
import { surveyDoor } from '#doors/survey/plugin.ts'
import { webDoor } from '#doors/web/plugin.ts'
import { widgetDoor } from '#doors/widget/plugin.ts'
import { openLeases } from '#domains/access/leases.ts'
import type { openFeed } from '#kernel/feed.ts'
import type { Files } from '#gateways/files/file-storage.ts'
import type { Channels } from '#kernel/connector.ts'
import type { Runtime } from '#kernel/runtime.ts'
import type { LocalNotifier } from '#kernel/notify.ts'
import { registry } from './registry.ts'
import { readAllMetrics } from './worker-messages.ts'

type Options = {
  config: Config
  runtime: Runtime & { channels: Channels }
  log: Logger
  feed: ReturnType<typeof openFeed>
  files: Files
  inbound: LocalNotifier
}

export type Doors = {
  routes: readonly RouteOptions[]
  /**
   * Serves for some more seconds while it reports that it is not ready, then finishes running requests. A server whose
   * place another process has taken accepts no connections meanwhile.
   */
  close(drainSeconds: number, isReplaced: boolean): Promise<void>
}

/** Opens all doors on one server, which listens when this returns. */
export async function openDoors({ config, runtime, log, feed, files, inbound }: Options): Promise<Doors> {
  let isDraining = false
  const app = createServer({
    log,
    base_url: config.base_url,
    trust_proxy: config.trust_proxy,
    open_percent: config.open_percent,
  })
  const { guard, leases, keys, tokens, sessions } = createAuthenticators(runtime, config)
  const { authenticate } = keys
  const streams = createStreamLimits(config.streams)
  const readBody = createBodyReader(runtime, files, config.upload_mb)
  const health = {
    runtime,
    isDraining: () => isDraining,
    readMetrics: config.worker ? readAllMetrics : () => metrics.metrics(),
    metrics_token: config.metrics_token,
  }
  // Clients open their next connection to a node that stays.
  app.addHook('onRequest', async (_request, reply) => void (isDraining && reply.header('connection', 'close')))
  await app.register(healthDoor, health)
  await app.register(restDoor, { runtime, registry, authenticate, readBody })
  await app.register(classicDoor, { runtime, registry, limits: config.limits, guard, leases, readBody })
  await app.register(mcpDoor, { runtime, registry, keys, tokens })
  await app.register(oauthDoor, { runtime, registry })
  await app.register(appDoor, { runtime, registry, sessions, feed, readBody })
  await app.register(filesDoor, { runtime, storage: files })
  await app.register(liveDoor, { runtime, feed, authenticate, sessions, streams })
  await app.register(widgetDoor, { runtime, registry, feed, streams, readBody })
  await app.register(channelsDoor, { runtime, notify: inbound.notify })
  await app.register(surveyDoor, { runtime, registry })
  await app.register(formsDoor, { runtime, registry })
  await app.register(calendarDoor, { runtime, registry })
  await app.register(openapiDoor, { registry, base_url: config.base_url })
  await app.register(webDoor)
  await app.listen({ port: config.port, host: config.host })
  return {
    routes: app.routes,
    close: async (drainSeconds, isReplaced) => {
      isDraining = true
      if (isReplaced) stopAccepting(app.server)
      await sleep(drainSeconds * 1000)
      await app.close().catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ERR_SERVER_NOT_RUNNING') throw error
      })
      await leases.close()
    },
  }
}

/** Open connections stay, unlike with the server's own `close`: each ends with its next answer. */
function stopAccepting(server: Server): void {
  Server.prototype.close.call(server)
}

function createAuthenticators(runtime: Runtime, { limits, open_percent }: Config) {
  const { database } = runtime
  const guard = createCredentialGuard(open_percent)
  const leases = openLeases(database.sql)
  return {
    guard,
    leases,
    keys: createAuthenticator(database, limits, guard, leases),
    tokens: createTokenAuthenticator(runtime, limits, guard, leases),
    sessions: createSessionAuthenticator(runtime, limits, guard, leases),
  }
}
