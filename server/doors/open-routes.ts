import type { FastifyContextConfig, FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { countedAddress } from '#domains/access/counted-address.ts'
import { isMultipart } from '#doors/files/multipart.ts'
import { rateLimited } from '#doors/rate-limit.ts'
import { createTokenBuckets } from '#doors/token-buckets.ts'
import { Problem } from '#kernel/problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on routes that anybody may call: the limit for one address. */
    open?: OpenLimit
    /** Set on routes that refuse callers without this credential before they read the body. */
    credential?: 'API key' | 'access token' | 'classic token' | 'session' | 'visitor token'
  }
  interface FastifyInstance {
    /** Every route of this server. */
    routes: readonly RouteOptions[]
  }
  interface FastifyRequest {
    /** The caller's address as limits count it. */
    readonly address: string
  }
}

/** Requests a minute from one address to all routes of this name, and the largest body. */
export type OpenLimit = { name: string; per_minute: number; body_bytes?: number }

/**
 * Generous figures, because a whole office or the customers of a mobile network may share one address: they only stop
 * floods before these reach the database. Exact limits stand behind those that guard a secret or write (docs/limits.md).
 */
export const openLimits = {
  pages: { name: 'pages', per_minute: 12_000 },
  files: { name: 'files', per_minute: 6_000 },
  chat: { name: 'chat', per_minute: 3_000 },
  health: { name: 'health', per_minute: 1_200 },
  calendar: { name: 'calendar', per_minute: 1_200 },
  sign_in: { name: 'sign-in', per_minute: 600 },
  // Providers send for all their customers from few addresses, in large batches.
  channels: { name: 'channels', per_minute: 12_000, body_bytes: 10 * 1024 * 1024 },
  mail: { name: 'mail', per_minute: 3_000, body_bytes: 25 * 1024 * 1024 },
  form: { name: 'form', per_minute: 300, body_bytes: 32 * 1024 },
  survey: { name: 'survey', per_minute: 300 },
  oauth: { name: 'oauth', per_minute: 600 },
  reference: { name: 'reference', per_minute: 300 },
} satisfies Record<string, OpenLimit>

const OPEN_BODY_BYTES = 16 * 1024
/** Bodies above the first size share the second: callers without a credential must not fill the memory with them. */
const LARGE_BODY_BYTES = 128 * 1024
const LARGE_BODIES_BYTES = 128 * 1024 * 1024

/** Refuses addresses over the limit of an open route before anything of the request is parsed or looked up. */
export function limitOpenRoutes(app: FastifyInstance, percent: number): void {
  const buckets = createTokenBuckets()
  const routes: RouteOptions[] = []
  app.decorate('routes', routes)
  app.decorateRequest('address', {
    getter() {
      return countedAddress(this.ip)
    },
  })
  app.addHook('onRoute', (route) => {
    routes.push(route)
    limitBody(route)
  })
  let large = 0
  app.addHook('onRequest', async (request, reply) => {
    const { open } = request.routeOptions.config
    if (!open) return
    const seconds = buckets.take(`${open.name} ${request.address}`, (open.per_minute * percent) / 100)
    if (seconds > 0) throw rateLimited(seconds)
    const size = announcedBytes(request)
    if (size <= LARGE_BODY_BYTES) return
    if (large + size > LARGE_BODIES_BYTES)
      throw new Problem('unavailable', 'Too many large bodies arrive at once; send this one again.', { retry_after: 5 })
    large += size
    reply.raw.once('close', () => (large -= size))
  })
}

/** The bytes of a body that may be held in memory. Files are not: they are written to the storage as they arrive. */
function announcedBytes({ raw, routeOptions }: FastifyRequest): number {
  const { config, bodyLimit } = routeOptions
  if (config.files && isMultipart(raw)) return 0
  return Math.min(bodyLimit, raw.headers['transfer-encoding'] ? bodyLimit : Number(raw.headers['content-length'] ?? 0))
}

/** Declares for all routes of this scope that anybody may call them, or the credential that they need. An inner scope wins. */
export function declareRoutes(scope: FastifyInstance, access: Pick<FastifyContextConfig, 'open' | 'credential'>): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, ...access }
    limitBody(route)
  })
}

function limitBody(route: RouteOptions): void {
  const open = route.config?.open
  if (open) route.bodyLimit = open.body_bytes ?? OPEN_BODY_BYTES
}
