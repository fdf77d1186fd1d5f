import type { FastifyInstance } from 'fastify'
import { isMigrated } from '#db/migrate.ts'
import { installation, metrics, watchDatabase } from '#doors/health/metrics.ts'
import { declareRoutes, openLimits } from '#doors/open-routes.ts'
import { Problem, reject } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

type Options = {
  runtime: Runtime
  isDraining: () => boolean
  /** Reads the metrics of all processes that share the port. */
  readMetrics: () => Promise<string>
  metrics_token: string | undefined
}

const DATABASE_TIMEOUT_MS = 1000

/** Endpoints for operators: liveness, readiness and metrics. */
export async function healthDoor(app: FastifyInstance, options: Options): Promise<void> {
  const { runtime, isDraining, readMetrics, metrics_token } = options
  const { database } = runtime
  watchDatabase(database)
  declareRoutes(app, { open: openLimits.health })
  let migrated = false

  app.get('/healthz', () => ({ status: 'ok' }))

  app.get('/readyz', async () => {
    if (isDraining()) throw new Problem('unavailable', 'This node is shutting down.', { retry_after: 5 })
    try {
      migrated ||= await withTimeout(isMigrated(database.work))
      await withTimeout(database.work.query('select 1'))
    } catch {
      throw new Problem('unavailable', 'The database is not responding.', { retry_after: 2 })
    }
    if (!migrated) throw new Problem('unavailable', 'The database is not migrated.', { retry_after: 5 })
    return { status: 'ready' }
  })

  app.get('/metrics', async (request, reply) => {
    const local = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip) && !request.headers['x-forwarded-for']
    const allowed = metrics_token ? request.headers.authorization === `Bearer ${metrics_token}` : local
    if (!allowed)
      reject(
        'permission_denied',
        'Metrics are open to this machine only; from elsewhere, send HILO_METRICS_TOKEN as a bearer token.',
      )
    const texts = await Promise.all([readMetrics(), installation.metrics()])
    return reply.header('content-type', metrics.contentType).send(texts.join('\n'))
  })
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('timeout')), DATABASE_TIMEOUT_MS)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
