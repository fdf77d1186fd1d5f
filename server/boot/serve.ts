import cluster from 'node:cluster'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '#db/embedded.ts'
import { isFirstRun, setupToken } from '#domains/access/setup/first-run.ts'
import { openFiles } from '#gateways/files.ts'
import type { Files } from '#gateways/files/file-storage.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { protectDemo } from '#server/demo/password.ts'
import type { Config } from './config.ts'

/** Runs the server until it receives a signal to stop, in as many processes as the settings say. */
export async function serve(config: Config): Promise<void> {
  if (cluster.isWorker) return serveAsWorker(config)
  // Resolves at once unless bin/run.mjs builds the web app beside this start.
  const built = process.env.HILO_BUILD === 'pending' ? once(process, 'message') : Promise.resolve()
  if (!config.database_url && !existsSync(join(config.data, 'postgres')))
    console.error('Creating the database (about 3 s)…')
  return config.workers > 1 ? serveByWorkers(config, built) : serveAlone(config, built)
}

async function serveAlone(config: Config, built: Promise<unknown>): Promise<void> {
  const { startNode } = await import('./main.ts')
  let greeting = ''
  const node = await startNode(config, async (runtime, files) => {
    greeting = await welcome(config, runtime, files)
    await built
  })
  console.log(greeting)
  const stop = stopOnSignal((signal) => node.stop(drainSeconds(config, signal)))
  process.on('SIGHUP', stop)
}

/** The first process runs the embedded database and starts the others, which serve all requests. */
async function serveByWorkers(config: Config, built: Promise<unknown>): Promise<void> {
  const { withRuntime } = await import('./commands.ts')
  const { startWorkers } = await import('./workers.ts')
  const { openLog } = await import('./log.ts')
  const embedded = config.database_url ? undefined : await startEmbedded(config.data, connectionsFor(config))
  const log = openLog(config.log_level)
  const stopDatabase = async () => {
    await embedded?.stop()
    log.flush()
  }
  try {
    const greeting = await withRuntime(config, (runtime) => welcome(config, runtime, openFiles(config)))
    await built
    const workers = startWorkers(config.workers, log)
    const stop = stopOnSignal(async (signal) => {
      await workers.stop(signal)
      await stopDatabase()
    })
    // A terminal that is closed sends the same signal.
    const isInTerminal = process.stdin.isTTY
    process.on('SIGHUP', () => (isInTerminal ? stop('SIGINT') : void workers.rollOver()))
    if (await workers.ready) console.log(greeting)
  } catch (error) {
    await stopDatabase()
    throw error
  }
}

async function serveAsWorker(config: Config): Promise<void> {
  const { startNode } = await import('./main.ts')
  const { announceReady } = await import('./worker-messages.ts')
  const node = await startNode(config)
  let isReplaced = false
  const stop = stopOnSignal((signal) => node.stop(drainSeconds(config, signal), isReplaced))
  // The signal reaches the whole group of processes; the first one decides.
  process.on('SIGHUP', () => {})
  announceReady(config.worker!, () => {
    isReplaced = true
    stop('SIGTERM')
  })
}

/** Stops at the first signal to end. Returns the way to do so without one. */
function stopOnSignal(stop: (signal: NodeJS.Signals) => Promise<void>): (signal: NodeJS.Signals) => void {
  let isStopping = false
  const onSignal = (signal: NodeJS.Signals) => {
    if (isStopping) return
    isStopping = true
    stop(signal).then(
      () => process.exit(0),
      (error) => {
        console.error(`hilo: ${(error as Error).message}`)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  return onSignal
}

const drainSeconds = (config: Config, signal: NodeJS.Signals) => (signal === 'SIGTERM' ? config.drain_seconds : 0)

/** Connections of all processes, and some for commands and backups. */
const connectionsFor = ({ workers, pool_size }: Config) => ({
  max_connections: String(Math.max(100, workers * (Math.ceil(pool_size * 1.5) + 2) + 20)),
})

/** Creates the demo workspace at the first start. Returns the text that greets the operator. */
async function welcome(config: Config, runtime: Runtime, files: Files): Promise<string> {
  const demo = config.demo ? await createDemo(runtime, files) : undefined
  const password = demo ? undefined : await protectDemo(runtime)
  return [
    '',
    `  Hilo is ready at ${config.base_url}`,
    `  API reference at ${config.base_url}/docs`,
    ...(demo
      ? [
          '  A demo workspace was created. This is shown once:',
          '',
          `  Sign in      ${demo.email}  /  ${demo.password}`,
          `  API key      ${demo.key}`,
          '',
          `  Try it       curl -H "Authorization: Bearer ${demo.key}" ${config.base_url}/api/v1/contacts`,
          `  For agents   ${config.base_url}/api/mcp  (MCP, the same key)`,
        ]
      : []),
    ...(password
      ? [
          '',
          '  The demo’s people had a password everybody can read, which is not for a public address.',
          `  They now sign in with ${password}. This is shown once.`,
        ]
      : []),
    ...((await isFirstRun(runtime.database.sql))
      ? [
          '',
          '  Create your own workspace, once, at',
          `  ${config.base_url}/app/setup?token=${setupToken(runtime.secret)}`,
        ]
      : []),
    '',
  ].join('\n')
}

/** The code of the demo is loaded only where it may be needed: it takes a tenth of the time of a start. */
async function createDemo(runtime: Runtime, files: Files) {
  const { createFirstDemo } = await import('#server/demo/workspace.ts')
  return createFirstDemo(runtime, files, () => console.error('Creating the demo workspace (about 5 s)…'))
}
