import { pino } from 'pino'
import type { Config } from '#server/config.ts'
import { type Connection, checkServer, type Database, openDatabase } from '#db/database.ts'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { openApp } from '#doors/app.ts'
import { openGate } from '#doors/authenticate.ts'
import { openCalendar } from '#doors/calendar/open.ts'
import { openClassic } from '#doors/classic/open.ts'
import { openDemoSite } from '#doors/widget/demo-site.ts'
import { openDownloads } from '#doors/files/downloads.ts'
import { openForms } from '#doors/forms/open.ts'
import { openHealth } from '#doors/health.ts'
import { openHouse } from '#doors/http.ts'
import { openLive } from '#doors/live/open.ts'
import { openMcp } from '#doors/mcp.ts'
import { openReference } from '#doors/openapi.ts'
import { openPeople } from '#doors/people.ts'
import { openReads } from '#doors/reads.ts'
import { openRest } from '#doors/rest.ts'
import { openSurvey } from '#doors/survey/open.ts'
import { openUploads } from '#doors/files/uploads.ts'
import { openWeb } from '#doors/web.ts'
import { openWidget } from '#doors/widget/open.ts'
import { openWidgetPages } from '#doors/widget/pages.ts'
import { reembedStale } from '#domains/knowledge/reembedding.ts'
import { openNudge, startSender } from '#domains/webhooks/sending.ts'
import { openFeed } from '#kernel/feed.ts'
import { openEmbeddings } from '#gateways/embeddings.ts'
import { openFiles } from '#gateways/files.ts'
import { openLlm } from '#gateways/llm.ts'
import { openMail } from '#gateways/mail.ts'
import { openOutbound } from '#gateways/outbound.ts'
import { openReader } from '#gateways/reading.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { startScheduler } from '#kernel/scheduler.ts'
import { type Bell, openBell } from '#kernel/wake.ts'
import { startWorker, subscriptions } from '#kernel/worker.ts'
import { registry } from '#registry'
import { readSecret } from '#server/secret.ts'
import { openSubscribers } from '#server/subscribers.ts'
import { timers } from '#server/timers.ts'

export type Node = {
  runtime: Runtime
  /** Refuses new work, finishes what runs, and leaves. */
  stop(drainSeconds?: number): Promise<void>
}

/** Boot: configuration, database, doors, worker. Ready when it returns. */
export async function startNode(config: Config, welcome?: (runtime: Runtime) => Promise<void>): Promise<Node> {
  const log = pino({ level: config.log_level, redact }, pino.destination({ sync: false }))
  const { database, connection, close } = await connect(config, log)
  let bell: Bell | undefined
  try {
    await checkServer(database)
    await migrate(database.work)
    const secret = await readSecret(database.sql, config.secret)
    bell = openBell(database, connection, log)
    const outbound = openOutbound(config)
    const files = openFiles(config)
    const reader = openReader()
    const embedder = config.embeddings && openEmbeddings(config.embeddings)
    const nudge = openNudge()
    const subscribers = openSubscribers({
      mail: openMail(config),
      outbound,
      files,
      reader,
      embedder,
      nudge: nudge.ring,
    })
    const runtime: Runtime = {
      config,
      database,
      secret,
      log,
      checkUrl: outbound.checkUrl,
      // What a model was asked stands in its errors, and belongs in no log.
      model:
        config.llm &&
        openLlm(config.llm, { onFailure: ({ message }) => log.warn({ message }, 'no answer of the language model') }),
      embedder,
      subscribersOf: subscriptions(subscribers),
      wake: bell.ring,
      signal: bell.signal,
    }
    await welcome?.(runtime)

    let draining = false
    const app = openHouse({ log, base_url: config.base_url, trust_proxy: config.trust_proxy })
    const authenticate = openGate(database, config.limits)
    const receive = openUploads(runtime, files, config.upload_mb)
    openHealth(app, runtime, { isDraining: () => draining, metrics_token: config.metrics_token })
    openRest(app, runtime, registry, authenticate, receive)
    openClassic(app, runtime, registry, config.limits, receive)
    openMcp(app, runtime, registry, authenticate)
    const feed = openFeed(runtime, bell)
    openApp(app, runtime, registry, feed, receive)
    openReads(app, runtime, registry)
    openPeople(app, runtime, feed)
    openDownloads(app, runtime, files)
    openLive(app, runtime, feed, authenticate)
    openWidget(app, runtime, registry, feed, receive)
    openSurvey(app, runtime, registry)
    openForms(app, runtime, registry)
    openCalendar(app, runtime, registry)
    openReference(app, registry, config.base_url)
    await openWeb(app)
    await openWidgetPages(app, runtime)
    openDemoSite(app, runtime)
    await app.listen({ port: config.port, host: config.host })
    // A language model takes its time: nothing else is to wait for it.
    const { answer_customers, ...others } = subscribers
    const worker = startWorker(runtime, bell, others, registry)
    const answering = startWorker(runtime, bell, { answer_customers }, registry)
    const scheduler = startScheduler(runtime, bell, timers)
    reembedStale(runtime).catch((err) => log.warn({ err }, 'documents of another model were not all asked for'))
    const sender = startSender(runtime, outbound.post, config.webhook_schedule, nudge)

    const leave = async (drainSeconds: number) => {
      draining = true
      await new Promise((resolve) => setTimeout(resolve, drainSeconds * 1000))
      await app.close()
      await Promise.all([worker.stop(), answering.stop(), scheduler.stop(), sender.stop(), feed.close()])
      await bell?.close()
      await close()
      log.flush()
    }
    let left: Promise<void> | undefined
    return { runtime, stop: (drainSeconds = 0) => (left ??= leave(drainSeconds)) }
  } catch (error) {
    await bell?.close()
    await close()
    throw error
  }
}

/** The database of the configuration: the one named by DATABASE_URL, or our own in the data folder. */
async function connect(config: Config, log: pino.Logger) {
  const embedded = config.database_url ? undefined : await startEmbedded(config.data)
  const connection: Connection = embedded?.connection ?? { connectionString: config.database_url! }
  const database: Database = openDatabase(
    connection,
    (err) => log.warn({ err }, 'a database connection was lost'),
    config.pool_size,
  )
  const close = async () => {
    await database.close()
    await embedded?.stop()
  }
  return { database, connection, close }
}

const redact = [
  'req.headers.authorization',
  'req.headers.cookie',
  'req.headers.api_access_token',
  '*.password',
  '*.secret',
  '*.token',
  '*.key',
]
