import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { User } from '#db/embedded/binaries.ts'
import type { Settings } from '#db/embedded/cluster.ts'
import { becomesTrue, cleanEnvironment, endLeftovers, escalation } from '#db/embedded/processes.ts'
import { type Connection, makeDatabase, PORT, removeSockets } from '#db/embedded/sockets.ts'

export type EmbeddedServer = {
  connection: Connection
  /** The process of the database server; it changes after a restart. */
  readonly pid: number
  stop(): Promise<void>
}

export type Server = {
  folder: string
  cluster: string
  postgres: string
  settings: Settings
  connection: Connection
  user?: User
}

const LARGEST_LOG = 10_000_000

export async function capLog(folder: string) {
  const { size } = await stat(logOf(folder)).catch(() => ({ size: 0 }))
  if (size > LARGEST_LOG) await writeFile(logOf(folder), '')
}

function logOf(folder: string): string {
  return join(folder, 'postgres.log')
}

/** Runs the server, restarting it whenever it ends by itself, until it is stopped. */
export async function supervise(server: Server, release: () => void): Promise<EmbeddedServer> {
  const stopping = new AbortController()
  let child = spawnServer(server)
  let watching = Promise.resolve()
  let stopped: Promise<void> | undefined

  async function keepRunning() {
    for (let pause = 200; ; pause = Math.min(pause * 2, 5_000)) {
      await untilEnded(child)
      if (stopping.signal.aborted) return
      console.error(`PostgreSQL ended unexpectedly (${child.signalCode ?? child.exitCode}). Restarting it.`)
      await sleep(pause, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
      try {
        await endLeftovers(server.cluster)
        if (stopping.signal.aborted) return
        child = spawnServer(server)
        await untilReady(server, child)
        pause = 100
      } catch (error) {
        if (!stopping.signal.aborted) console.error((error as Error).message)
      }
    }
  }

  /** Without a clean stop (uncaught error, process.exit) the server is at least asked to shut down. */
  function leave() {
    child.kill('SIGINT')
    release()
  }

  async function stop() {
    stopping.abort()
    await end(child)
    await watching
    process.off('exit', leave)
    await removeSockets(server.folder)
    release()
  }

  process.on('exit', leave)
  try {
    await untilReady(server, child)
    await makeDatabase(server.connection)
  } catch (error) {
    await stop()
    throw error
  }
  watching = keepRunning()
  return {
    connection: server.connection,
    get pid() {
      return child.pid ?? 0
    },
    stop: () => (stopped ??= stop()),
  }
}

function spawnServer({ folder, cluster, postgres, settings, connection, user }: Server): ChildProcess {
  const places = {
    listen_addresses: '',
    unix_socket_directories: quoted(connection.host),
    unix_socket_permissions: '0700',
  }
  const pairs = Object.entries({ ...settings, ...places, port: String(PORT) })
  const args = ['-D', cluster, ...pairs.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const log = openSync(logOf(folder), 'a')
  // Runs in its own process group: Ctrl-C must reach only Hilo, which finishes its work and then stops the server.
  const options = { cwd: cluster, env: cleanEnvironment(), detached: true, ...user }
  const child = spawn(postgres, args, { ...options, stdio: ['ignore', log, log] })
  closeSync(log)
  child.on('error', () => {})
  child.unref()
  return child
}

/** The setting is a list: a comma or a space would start another folder. */
function quoted(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`
}

/** Waits without limit: recovery after a crash may take long, and connection attempts would fill the log. */
async function untilReady({ folder, cluster }: Server, child: ChildProcess) {
  if (!child.pid) await once(child, 'spawn')
  for (;;) {
    const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return
    if (hasEnded(child)) throw new Error(`PostgreSQL did not start. ${await lastWords(folder)}`)
    await sleep(10)
  }
}

async function lastWords(folder: string): Promise<string> {
  const lines = (await readFile(logOf(folder), 'utf8').catch(() => '')).trim().split('\n')
  return `The end of ${logOf(folder)}:\n${lines.slice(-5).join('\n')}`
}

/** Connections of a closed pool are still ending; a fast shutdown right now would make them fail. */
async function end(child: ChildProcess) {
  for (const [signal, timeout] of [['SIGTERM', 500] as const, ...escalation]) {
    child.kill(signal)
    if (await becomesTrue(() => hasEnded(child), timeout)) return
  }
}

async function untilEnded(child: ChildProcess) {
  if (!hasEnded(child)) await once(child, 'exit')
}

function hasEnded(child: ChildProcess): boolean {
  return !child.pid || child.exitCode !== null || child.signalCode !== null
}
