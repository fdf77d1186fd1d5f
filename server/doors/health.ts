import type { FastifyInstance } from 'fastify'
import { isMigrated } from '#db/migrate.ts'
import { metrics, watchDatabase } from '#doors/metrics.ts'
import { Problem, reject } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

type Options = { isDraining: () => boolean; metrics_token: string | undefined }

/** For those who run the house: is it alive, is it ready, how does it do. */
export function openHealth(app: FastifyInstance, { database }: Runtime, { isDraining, metrics_token }: Options): void {
  watchDatabase(database)
  let migrated = false

  app.get('/healthz', () => ({ status: 'ok' }))

  app.get('/readyz', async () => {
    if (isDraining()) throw new Problem('unavailable', 'This node is shutting down.', { retry_after: 5 })
    try {
      migrated ||= await within(1000, isMigrated(database.work))
      await within(1000, database.work.query('select 1'))
    } catch {
      throw new Problem('unavailable', 'The database does not answer.', { retry_after: 2 })
    }
    if (!migrated) throw new Problem('unavailable', 'The database is not migrated.', { retry_after: 5 })
    return { status: 'ready' }
  })

  app.get('/metrics', async (request, reply) => {
    const local = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip) && !request.headers['x-forwarded-for']
    const allowed = metrics_token ? request.headers.authorization === `Bearer ${metrics_token}` : local
    if (!allowed) reject('permission_denied', 'Metrics are for this machine, or for who has HILO_METRICS_TOKEN.')
    return reply.header('content-type', metrics.contentType).send(await metrics.metrics())
  })
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => (timer = setTimeout(() => fail(new Error('too late')), milliseconds)))
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
