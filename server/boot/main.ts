import { startBackground } from './background.ts'
import { openDoors } from './doors.ts'
import type { RouteOptions } from 'fastify'
import { buffer } from 'node:stream/consumers'
import type { pino } from 'pino'
import { openConnectors } from '#channels/index.ts'
import type { Config } from './config.ts'
import { type Connection, checkServer, type Database, openDatabase } from '#db/database.ts'
import { findEmbedded, startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { relayTyping } from '#domains/channels/outgoing/typing.ts'
import { openFeed } from '#kernel/feed.ts'
import { openEmbeddings } from '#gateways/embeddings.ts'
import { openFiles } from '#gateways/files.ts'
import type { Files } from '#gateways/files/file-storage.ts'
import { openLlm } from '#gateways/llm.ts'
import { openMail } from '#gateways/mail.ts'
import { openMailHosts } from '#gateways/mail-host.ts'
import { openOutbound } from '#gateways/outbound.ts'
import { openProviderHttp } from '#gateways/provider-http.ts'
import { openReader } from '#gateways/document-text.ts'
import { type Channels, HttpError, ProviderError } from '#kernel/connector.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { createLocalNotifier, type Notifier, openNotifier } from '#kernel/notify.ts'
import { subscriptions } from '#kernel/worker.ts'
import { openLog } from './log.ts'
import { readSecret } from './secret.ts'
import { openSubscribers } from './subscribers.ts'
import { startWebhookSender } from './webhook-sender.ts'

export type Node = {
  runtime: Runtime
  /** Every route of its doors. */
  routes: readonly RouteOptions[]
  /** Finishes what is running and shuts down. If another process has taken its place, it accepts no connections meanwhile. */
  stop(drainSeconds?: number, isReplaced?: boolean): Promise<void>
}

/** Boots a node: configuration, database, doors, background loops. It is ready when this returns. */
export async function startNode(
  config: Config,
  welcome?: (runtime: Runtime, files: Files) => Promise<void>,
): Promise<Node> {
  const log = openLog(config.log_level)
  const { database, connection, close } = await connect(config, log)
  let notifier: Notifier | undefined
  try {
    await checkServer(database)
    await migrate(database.work)
    const secret = await readSecret(database.sql, config.secret)
    notifier = openNotifier(database, connection, log)
    const outbound = openOutbound(config)
    const files = openFiles(config)
    const reader = openReader()
    const embedder = config.embeddings && openEmbeddings(config.embeddings)
    const webhookNotifier = createLocalNotifier()
    const subscribers = openSubscribers({
      mail: openMail(config),
      outbound,
      files,
      reader,
      embedder,
      notifyWebhooks: webhookNotifier.notify,
    })
    const channels = openChannels(config, files)
    const runtime = relayTyping<ChannelRuntime>({
      config,
      timing: { undoSeconds: config.undo_seconds },
      database,
      secret,
      log,
      checkUrl: outbound.checkUrl,
      fetchPage: outbound.get,
      // Errors of the model contain its prompt, so only their message is logged.
      model:
        config.llm &&
        openLlm(config.llm, { onFailure: ({ message }) => log.warn({ message }, 'the language model did not answer') }),
      embedder,
      channels,
      ...subscriptions(subscribers),
      notify: notifier.notify,
      signal: notifier.signal,
    })
    await welcome?.(runtime, files)

    const feed = openFeed(runtime, notifier)
    const inbound = createLocalNotifier()
    const doors = await openDoors({ config, runtime, log, feed, files, inbound })
    const background = startBackground({
      worker: config.worker,
      runtime,
      notifier,
      inbound,
      subscribers,
      files,
      outbound,
    })
    const sender = startWebhookSender(runtime, outbound.post, config.webhook_schedule, webhookNotifier)

    const shutDown = async (drainSeconds: number, isReplaced: boolean) => {
      await doors.close(drainSeconds, isReplaced)
      await Promise.all([background.stop(), sender.stop(), feed.close()])
      await notifier?.close()
      await close()
      log.flush()
    }
    let stopped: Promise<void> | undefined
    const stop = (drainSeconds = 0, isReplaced = false) => (stopped ??= shutDown(drainSeconds, isReplaced))
    return { runtime, routes: doors.routes, stop }
  } catch (error) {
    await notifier?.close()
    await close()
    throw error
  }
}

type ChannelRuntime = Runtime & { channels: Channels }

/** Providers of channels, and the client they are called with. */
function openChannels(config: Config, files: Files): Channels {
  const http = openProviderHttp(config, (message, unsent) => new HttpError(message, unsent))
  const reach = openMailHosts(config, (kind, message) => new ProviderError(kind, message))
  const readFile = async (file_key: string) => {
    const file = await files.get(file_key)
    if (!file) throw new Error('The file is gone.')
    return buffer(file.stream)
  }
  return { connectors: openConnectors(config.providers, reach), http, readFile }
}

/** The database at DATABASE_URL, or the embedded one in the data folder, which the first process runs for its workers. */
async function connect(config: Config, log: pino.Logger) {
  const isOwn = !config.database_url && !config.worker
  const embedded = isOwn ? await startEmbedded(config.data) : undefined
  const shared = !isOwn && !config.database_url ? await findEmbedded(config.data) : undefined
  const connection: Connection = embedded?.connection ?? shared ?? { connectionString: config.database_url! }
  const database: Database = openDatabase(
    connection,
    (err) => log.warn({ err }, 'database connection lost'),
    config.pool_size,
    config.database_replica_url ? { connectionString: config.database_replica_url } : undefined,
  )
  const close = async () => {
    await database.close()
    await embedded?.stop()
  }
  return { database, connection, close }
}
