import { mkdir, readFile, realpath, rmdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { exists, findBinaries, unprivilegedUser } from '#db/embedded/binaries.ts'
import {
  checkVersion,
  chooseUser,
  giveAway,
  initialise,
  locateCluster,
  removeUnfinished,
  type Settings,
} from '#db/embedded/cluster.ts'
import { ownerIn, takeLock } from '#db/embedded/lock.ts'
import { memoryBytes, memorySettings } from '#db/embedded/memory.ts'
import { endLeftovers } from '#db/embedded/processes.ts'
import { capLog, type EmbeddedServer, type Server, supervise } from '#db/embedded/server.ts'
import {
  type Connection,
  connectionAt,
  prepareSockets,
  refuseUnseenServer,
  tryConnection,
} from '#db/embedded/sockets.ts'

export type { Connection, EmbeddedServer }

const defaults: Settings = {
  jit: 'off',
  random_page_cost: '1.1',
  max_wal_size: '2GB',
  max_connections: '100',
  idle_in_transaction_session_timeout: '30s',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** Starts PostgreSQL on Hilo's data folder and keeps it running until `stop`. The first start creates the database. */
export async function startEmbedded(folder: string, settings: Settings = {}): Promise<EmbeddedServer> {
  await mkdir(folder, { recursive: true, mode: 0o711 })
  const home = await realpath(folder)
  await refuseUnseenServer(home)
  const release = await takeLock(home)
  try {
    return await supervise(await prepare(home, { ...defaults, ...memorySettings(memoryBytes()), ...settings }), release)
  } catch (error) {
    release()
    throw error
  }
}

/** The server another Hilo process runs on this folder, once it answers; undefined when there is none. */
export async function findEmbedded(folder: string): Promise<Connection | undefined> {
  const home = resolve(folder)
  // Another process may just be starting, and a first start takes a moment.
  for (const end = Date.now() + 10_000; Date.now() < end; await sleep(50)) {
    const owner = ownerIn(await readFile(join(home, 'hilo.pid'), 'utf8').catch(() => ''))
    if (!owner) return undefined
    const host = await realpath(join(home, 'run')).catch(() => undefined)
    const problem = host ? await tryConnection(connectionAt(host)) : undefined
    if (host && !problem) return connectionAt(host)
    if (problem?.code === 'EACCES') {
      throw new Error(`The Hilo running on ${home} (process ${owner}) belongs to another user. Run this as that user.`)
    }
  }
  return undefined
}

async function prepare(folder: string, settings: Settings): Promise<Server> {
  const databaseUser = await unprivilegedUser()
  const binaries = await findBinaries(folder, databaseUser)
  await removeUnfinished(folder)
  // An empty folder counts as none.
  await rmdir(join(folder, 'postgres')).catch(() => {})
  if (!(await exists(join(folder, 'postgres')))) await initialise(folder, binaries, settings, databaseUser)
  const cluster = await locateCluster(folder)
  const user = await chooseUser(cluster, databaseUser)
  await checkVersion(cluster, binaries)
  if (user) await giveAway(cluster, user)
  await endLeftovers(cluster)
  await capLog(folder)
  const connection = connectionAt(await prepareSockets(folder, user))
  return { folder, cluster, postgres: binaries.postgres, settings, connection, user }
}
