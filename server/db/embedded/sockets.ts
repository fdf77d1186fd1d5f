import { once } from 'node:events'
import { chown, mkdtemp, readlink, realpath, rm, symlink } from 'node:fs/promises'
import { connect as connectSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pg from 'pg'
import { canReach, makePrivate, type User } from '#db/embedded/binaries.ts'
import { otherFolder } from '#db/embedded/lock.ts'
import { processesIn } from '#db/embedded/processes.ts'

export type Connection = { host: string; port: number; user: string; database: string; password?: string }

export const PORT = 5432
const SOCKET = `.s.PGSQL.${PORT}`
const LONGEST_SOCKET_PATH = 100

export function connectionAt(host: string): Connection {
  return { host, port: PORT, user: 'hilo', database: 'hilo' }
}

/** New on every start, so that no socket of an earlier server is in the way. */
export async function prepareSockets(folder: string, user?: User): Promise<string> {
  const run = join(folder, 'run')
  await removeSockets(folder)
  if (fits(run) && (!user || (await canReach(user, folder)))) {
    await makePrivate(run, user)
    return run
  }
  const elsewhere = await makeTemporary(user)
  await symlink(elsewhere, run)
  return elsewhere
}

export async function removeSockets(folder: string) {
  const run = join(folder, 'run')
  const elsewhere = await readlink(run).catch(() => undefined)
  if (elsewhere && basename(elsewhere).startsWith('hilo-')) await rm(elsewhere, { recursive: true, force: true })
  await rm(run, { recursive: true, force: true })
}

async function makeTemporary(user?: User): Promise<string> {
  for (const parent of [await realpath(tmpdir()), '/tmp']) {
    if (!fits(join(parent, 'hilo-XXXXXX')) || (user && !(await canReach(user, parent)))) continue
    const made = await mkdtemp(join(parent, 'hilo-'))
    if (user) await chown(made, user.uid, user.gid)
    return made
  }
  throw new Error(`The database cannot create its socket: it has no access to ${tmpdir()} and /tmp.`)
}

/** Longer socket paths are not supported by all systems. */
function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, SOCKET)) <= LONGEST_SOCKET_PATH
}

/** Processes of another container are invisible, but their socket on the shared volume still answers. */
export async function refuseUnseenServer(folder: string) {
  const run = await realpath(join(folder, 'run')).catch(() => undefined)
  const cluster = await realpath(join(folder, 'postgres')).catch(() => folder)
  if (!run || processesIn(cluster).length > 0) return
  const socket = connectSocket(join(run, SOCKET))
  const answered = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  if (answered) {
    throw new Error(`Another database server, perhaps in another container, runs on ${folder}. ${otherFolder}`)
  }
}

export async function makeDatabase(connection: Connection) {
  const problem = await tryConnection(connection)
  if (!problem) return
  if (problem.code !== '3D000') throw problem
  const client = new pg.Client({ ...connection, database: 'postgres', ssl: false })
  await client.connect()
  await client.query(`create database ${connection.database}`).finally(() => client.end())
}

export async function tryConnection(connection: Connection): Promise<NodeJS.ErrnoException | undefined> {
  const client = new pg.Client({ ...connection, ssl: false })
  client.on('error', () => {})
  try {
    await client.connect()
    return undefined
  } catch (error) {
    return error as NodeJS.ErrnoException
  } finally {
    await client.end().catch(() => {})
  }
}
