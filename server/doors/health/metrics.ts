import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Runtime } from '#kernel/runtime.ts'

/** Prometheus metrics of this process, for operators. No label ever names an account, a person or a record. */
export const metrics = new Registry()

/** Metrics of the whole installation, which every process reads from the database. */
export const installation = new Registry()
collectDefaultMetrics({ register: metrics })

const requests = new Histogram({
  name: 'hilo_http_request_duration_seconds',
  help: 'Duration of requests by route',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [metrics],
})

const tools = new Counter({
  name: 'hilo_tool_calls_total',
  help: 'Agent tool calls by tool and outcome',
  labelNames: ['tool', 'outcome'],
  registers: [metrics],
})

const limited = new Counter({
  name: 'hilo_rate_limited_total',
  help: 'Requests refused with 429',
  registers: [metrics],
})

const streams = new Gauge({
  name: 'hilo_live_streams',
  help: 'Open event streams',
  registers: [metrics],
})

export function observeRequest(method: string, route: string, status: number, milliseconds: number): void {
  requests.observe({ method, route, status }, milliseconds / 1000)
  if (status === 429) limited.inc()
}

export function countTool(tool: string, outcome: string): void {
  tools.inc({ tool, outcome })
}

export function countStreams(change: 1 | -1): void {
  streams.inc(change)
}

/** Registers gauges of pools and queues, which are read when the metrics are scraped. */
export function watchDatabase(database: Runtime['database']): void {
  // Tests start several nodes in one process; the gauges show the latest.
  metrics.removeSingleMetric('hilo_db_pool_connections')
  installation.clear()
  new Gauge({
    name: 'hilo_db_pool_connections',
    help: 'Connections by pool and state',
    labelNames: ['pool', 'state'],
    registers: [metrics],
    collect() {
      const { work, analytics, shares } = database
      for (const [name, pool, waiting] of [
        ['work', work, work.waitingCount],
        ['analysis', analytics, shares.waiting()],
      ] as const) {
        this.set({ pool: name, state: 'open' }, pool.totalCount)
        this.set({ pool: name, state: 'idle' }, pool.idleCount)
        this.set({ pool: name, state: 'waiting' }, waiting)
      }
    },
  })
  new Gauge({
    name: 'hilo_deliveries',
    help: 'Pending and dead event deliveries, and the age of the oldest overdue one',
    labelNames: ['measure'],
    registers: [installation],
    async collect() {
      const [row] = await database.sql<{ waiting: number; dead: number; oldest: number }>`
        select count(*) filter (where dead_at is null)::int as waiting, count(*) filter (where dead_at is not null)::int as dead,
               coalesce(extract(epoch from now() - min(next_try_at) filter (where dead_at is null and next_try_at < now())), 0)::float8 as oldest
          from deliveries`.catch(() => [])
      if (!row) return
      this.set({ measure: 'waiting' }, row.waiting)
      this.set({ measure: 'dead' }, row.dead)
      this.set({ measure: 'oldest_seconds' }, row.oldest)
    },
  })
  new Gauge({
    name: 'hilo_webhook_deliveries',
    help: 'Pending webhook deliveries, the age of the oldest overdue one, and failing endpoints',
    labelNames: ['measure'],
    registers: [installation],
    async collect() {
      const [row] = await database.sql<{ waiting: number; oldest: number; failing: number }>`
        select count(*)::int as waiting, coalesce(extract(epoch from now() - min(next_attempt_at) filter (where next_attempt_at < now())), 0)::float8 as oldest,
               (select count(*)::int from webhooks where failing_since is not null and enabled) as failing
          from webhook_deliveries where status = 'pending'`.catch(() => [])
      if (!row) return
      this.set({ measure: 'waiting' }, row.waiting)
      this.set({ measure: 'oldest_seconds' }, row.oldest)
      this.set({ measure: 'failing_endpoints' }, row.failing)
    },
  })
}
