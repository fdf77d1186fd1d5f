import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { chmod, chown, link, mkdir, mkdtemp, open, readdir, readFile, readlink, realpath } from 'node:fs/promises'
import { rename, rm, rmdir, stat, symlink, writeFile } from 'node:fs/promises'
import { connect as connectSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Binaries, canReach, findBinaries, unprivilegedUser, type User } from '#db/embedded-binaries.ts'
import { exists, ignore, makeReachableFolder, reachableFolder } from '#db/embedded-binaries.ts'

export type Connection = { host: string; port: number; user: string; database: string; password?: string }

export type Embedded = {
  connection: Connection
  /** The process of the database server; another one after it had to be started again. */
  readonly pid: number
  stop(): Promise<void>
}

type Settings = Record<string, string>
type Server = {
  folder: string
  cluster: string
  postgres: string
  settings: Settings
  connection: Connection
  user?: User
}

const PORT = 5432
const SOCKET = `.s.PGSQL.${PORT}`
const LONGEST_SOCKET_PATH = 100
const LARGEST_LOG = 10_000_000

const defaults: Settings = {
  jit: 'off',
  random_page_cost: '1.1',
  shared_buffers: '128MB',
  work_mem: '16MB',
  max_wal_size: '2GB',
  max_connections: '100',
  idle_in_transaction_session_timeout: '30s',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** Starts PostgreSQL on Hilo's data folder and keeps it running until `stop`. The first start makes the database. */
export async function startEmbedded(folder: string, settings: Settings = {}): Promise<Embedded> {
  await mkdir(folder, { recursive: true, mode: 0o711 })
  const home = await realpath(folder)
  await refuseUnseenServer(home)
  const release = await takeLock(home)
  try {
    return await supervise(await prepare(home, { ...defaults, ...settings }), release)
  } catch (error) {
    release()
    throw error
  }
}

/** The server another Hilo process runs on this folder, once it answers; undefined when there is none. */
export async function findEmbedded(folder: string): Promise<Connection | undefined> {
  const home = resolve(folder)
  // One that is just starting counts, and a first start takes a moment.
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
  const newcomer = await unprivilegedUser()
  const binaries = await findBinaries(folder, newcomer)
  await removeUnfinished(folder)
  // An empty folder is as good as none.
  await rmdir(join(folder, 'postgres')).catch(() => {})
  if (!(await exists(join(folder, 'postgres')))) await initialise(folder, binaries, settings, newcomer)
  const cluster = await locateCluster(folder)
  const user = await chooseUser(cluster, newcomer)
  await checkVersion(cluster, binaries)
  if (user) await giveAway(cluster, user)
  await endLeftovers(cluster)
  await capLog(folder)
  const connection = connectionAt(await prepareSockets(folder, user))
  return { folder, cluster, postgres: binaries.postgres, settings, connection, user }
}

function connectionAt(host: string): Connection {
  return { host, port: PORT, user: 'hilo', database: 'hilo' }
}

// The lock: one Hilo process owns the folder.

/** A process is known by its id and its start, because ids are used again. */
async function takeLock(folder: string): Promise<() => void> {
  const file = join(folder, 'hilo.pid')
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${process.pid} ${startOf(process.pid)}\n`)
  try {
    // A link appears together with its content, and only if nobody else has the name.
    while (!(await link(draft, file).then(() => true, ignore('EEXIST')))) await removeStaleLock(folder, file)
  } finally {
    await rm(draft, { force: true })
  }
  return () => rmSync(file, { force: true })
}

async function removeStaleLock(folder: string, file: string) {
  const held = await readFile(file, 'utf8').catch(() => '')
  const owner = ownerIn(held)
  if (owner) throw new Error(`Hilo is already running on ${folder} (process ${owner}). ${otherFolder}`)
  // Set aside and looked at again: of two processes that found a dead owner, neither may remove the other's new lock.
  const aside = `${file}.stale.${process.pid}`
  await rename(file, aside).catch(ignore('ENOENT'))
  if ((await readFile(aside, 'utf8').catch(() => held)) !== held) await link(aside, file).catch(ignore('EEXIST'))
  await rm(aside, { force: true })
}

const otherFolder = 'Stop that one first, or give this one a folder of its own with HILO_DATA.'

function ownerIn(lock: string): number | undefined {
  const [, pid, start] = /^(\d+) (.+)\n$/.exec(lock) ?? []
  return pid && startOf(Number(pid)) === start ? Number(pid) : undefined
}

/** When a process started, in whatever unit the system has; undefined when it does not run. */
function startOf(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') return listProcesses('-o', 'lstart=', '-p', String(pid)).trim()
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before the last bracket may contain anything, so the fields are counted after it.
    const [state, ...fields] = line.slice(line.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' || state === 'X' ? undefined : fields[18]
  } catch {
    return undefined
  }
}

function listProcesses(...args: string[]): string {
  return execFileSync('ps', args, { env: cleanEnvironment(), encoding: 'utf8' })
}

// The cluster: PostgreSQL's own folder.

/** The draft is renamed when complete, so whatever is called `postgres` is a whole database. */
async function initialise(folder: string, binaries: Binaries, settings: Settings, user?: User) {
  const draft = join(folder, 'postgres.new')
  const home = !user || (await canReach(user, folder)) ? draft : join(reachableFolder, randomUUID())
  if (home !== draft) {
    await makeReachableFolder()
    await symlink(home, draft)
  }
  await makePrivate(home, user)
  await runInitdb(binaries.initdb, home, settings, user)
  await rename(draft, join(folder, 'postgres'))
  await syncFolder(folder)
}

async function runInitdb(initdb: string, cluster: string, settings: Settings, user?: User) {
  // macOS has no C.UTF-8 of its own; PostgreSQL's built-in one decides about text either way.
  const locale = process.platform === 'darwin' ? ['--locale=C', '--builtin-locale=C.UTF-8'] : ['--locale=C.UTF-8']
  const args = ['-D', cluster, '-U', 'hilo', '-A', 'trust', '-E', 'UTF8', '--locale-provider=builtin', ...locale]
  if (settings.fsync === 'off') args.push('--no-sync')
  try {
    await promisify(execFile)(initdb, args, { cwd: cluster, env: cleanEnvironment(), ...user })
  } catch (error) {
    const { stderr, message, code } = error as NodeJS.ErrnoException & { stderr?: string }
    // The program is there, so what is missing is the C library it was built for.
    const advice = code === 'ENOENT' ? ' It needs glibc 2.27 or newer; without that, set DATABASE_URL.' : ''
    throw new Error(`The database could not be made in ${cluster}: ${stderr?.trim() || message}${advice}`, {
      cause: error,
    })
  }
}

/** What an interrupted first start left: processes, which may still be writing, and files. */
async function removeUnfinished(folder: string) {
  const draft = join(folder, 'postgres.new')
  if (!(await exists(draft))) return
  const home = await realpath(draft).catch(() => draft)
  for (const pid of processesIn(home)) kill(pid, 'SIGKILL')
  await becomesTrue(() => processesIn(home).length === 0, 5_000)
  await rm(home, { recursive: true, force: true })
  await rm(draft, { recursive: true, force: true })
}

async function locateCluster(folder: string): Promise<string> {
  const place = join(folder, 'postgres')
  try {
    return await realpath(place)
  } catch (error) {
    throw new Error(
      `${place} points to ${await readlink(place)}, which is gone, and the database with it. ` +
        `Put it back, or remove ${place} to start with an empty database.`,
      { cause: error },
    )
  }
}

async function checkVersion(cluster: string, binaries: Binaries) {
  const made = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  const [runs] = binaries.version.split('.')
  if (made === runs) return
  if (!made) throw new Error(`${cluster} holds something that is not a PostgreSQL database. Nothing was changed.`)
  throw new Error(
    `The database in ${cluster} was made by PostgreSQL ${made}, and this Hilo runs PostgreSQL ${runs}. ` +
      'Run `hilo backup` with the version of Hilo that made it, and `hilo restore` with this one in a new folder.',
  )
}

/** A database runs as whoever owns its files, unless that is root. */
async function chooseUser(cluster: string, newcomer?: User): Promise<User | undefined> {
  const { uid, gid } = await stat(cluster)
  if (!newcomer) {
    if (uid === process.getuid?.()) return undefined
    throw new Error(
      `The database in ${cluster} belongs to another user (uid ${uid}). Start Hilo as that user or as root.`,
    )
  }
  const user = uid === 0 ? newcomer : { uid, gid }
  if (await canReach(user, dirname(cluster))) return user
  throw new Error(
    `The database in ${cluster} runs as an unprivileged user (uid ${user.uid}), who may not pass through ` +
      'one of the folders above it. Allow that with chmod o+x, or move the data folder.',
  )
}

/** Files that came back from a copy may be root's. */
async function giveAway(cluster: string, { uid, gid }: User) {
  if ((await stat(cluster)).uid !== 0) return
  for (const name of await readdir(cluster, { recursive: true })) await chown(join(cluster, name), uid, gid)
  await chown(cluster, uid, gid)
  await chmod(cluster, 0o700)
}

async function makePrivate(folder: string, user?: User) {
  await mkdir(folder, { mode: 0o700 })
  if (user) await chown(folder, user.uid, user.gid)
}

/** A rename survives a power cut only when the folder around it reached the disk. */
async function syncFolder(folder: string) {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

// Servers that are not our children.

/** Fast shutdown, immediate shutdown (the next start recovers), the end; with the time each of them gets. */
const escalation = [
  ['SIGINT', 30_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const

/** Ends a server that outlived its Hilo, then removes the pid file PostgreSQL would stumble over. */
async function endLeftovers(cluster: string) {
  const file = join(cluster, 'postmaster.pid')
  const postmaster = Number.parseInt(await readFile(file, 'utf8').catch(() => '0'), 10)
  for (const [signal, patience] of escalation) {
    const alive = processesIn(cluster)
    // The postmaster ends its backends itself; to one without a postmaster, SIGINT only means to cancel a query.
    if (signal === 'SIGINT' && !alive.includes(postmaster)) continue
    for (const pid of signal === 'SIGINT' ? [postmaster] : alive) kill(pid, signal)
    if (await becomesTrue(() => processesIn(cluster).length === 0, patience)) break
  }
  const [survivor] = processesIn(cluster)
  if (survivor) throw new Error(`An earlier database server (process ${survivor}) on ${cluster} cannot be ended.`)
  await rm(file, { force: true })
}

/**
 * The PostgreSQL processes working in this folder: by their working directory, because the pid in a file may be a
 * zombie or somebody else by now, and by their name, because a person's shell may stand there too.
 */
function processesIn(cluster: string): number[] {
  if (process.platform === 'linux')
    return readdirSync('/proc')
      .filter((pid) => worksIn(pid, cluster))
      .map(Number)
  const lines = listProcesses('-axo', 'pid=,command=').split('\n')
  return lines.filter((line) => line.includes(` -D ${cluster} `)).map((line) => Number.parseInt(line, 10))
}

function worksIn(pid: string, cluster: string): boolean {
  if (!/^\d+$/.test(pid)) return false
  try {
    if (readlinkSync(`/proc/${pid}/cwd`) !== cluster) return false
    return ['postgres', 'initdb'].includes(readFileSync(`/proc/${pid}/comm`, 'utf8').trim())
  } catch {
    return false
  }
}

/** In another container the processes are out of sight, but the socket on the shared volume still answers. */
async function refuseUnseenServer(folder: string) {
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
    throw new Error(`A database server out of sight, perhaps in another container, runs on ${folder}. ${otherFolder}`)
  }
}

function kill(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself in the meantime.
  }
}

// The server we start.

/** Fresh on every start, so that no socket of an earlier server is in the way. */
async function prepareSockets(folder: string, user?: User): Promise<string> {
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

async function removeSockets(folder: string) {
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
  throw new Error(`The database has no place for its socket: ${tmpdir()} and /tmp are out of its reach.`)
}

/** Systems cut the path of a socket soon after this length. */
function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, SOCKET)) <= LONGEST_SOCKET_PATH
}

async function capLog(folder: string) {
  const { size } = await stat(logOf(folder)).catch(() => ({ size: 0 }))
  if (size > LARGEST_LOG) await writeFile(logOf(folder), '')
}

function logOf(folder: string): string {
  return join(folder, 'postgres.log')
}

async function supervise(server: Server, release: () => void): Promise<Embedded> {
  const stopping = new AbortController()
  let child = spawnServer(server)
  let watching = Promise.resolve()
  let stopped: Promise<void> | undefined

  async function keepRunning() {
    for (let pause = 200; ; pause = Math.min(pause * 2, 5_000)) {
      await untilEnded(child)
      if (stopping.signal.aborted) return
      console.error(`PostgreSQL ended unexpectedly (${child.signalCode ?? child.exitCode}). Starting it again.`)
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

  /** Without a clean stop (an uncaught error, process.exit) the server is at least asked to go. */
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
  // In a group of its own: Ctrl-C in a terminal must reach Hilo, which finishes its work and then stops the server.
  const options = { cwd: cluster, env: cleanEnvironment(), detached: true, ...user }
  const child = spawn(postgres, args, { ...options, stdio: ['ignore', log, log] })
  closeSync(log)
  child.on('error', () => {})
  child.unref()
  return child
}

/** The setting is a list, in which a comma or a space would begin another folder. */
function quoted(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`
}

/** PG* variables meant for other servers, or a locale this machine lacks, must not change ours. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C' }
}

/** However long it takes: recovery after a crash may, and asking by connecting would fill the log. */
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

async function makeDatabase(connection: Connection) {
  const problem = await tryConnection(connection)
  if (!problem) return
  if (problem.code !== '3D000') throw problem
  const client = new pg.Client({ ...connection, database: 'postgres', ssl: false })
  await client.connect()
  await client.query(`create database ${connection.database}`).finally(() => client.end())
}

async function tryConnection(connection: Connection): Promise<NodeJS.ErrnoException | undefined> {
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

/** A pool that ended is still saying goodbye; a fast shutdown at once would throw an error at its connections. */
async function end(child: ChildProcess) {
  for (const [signal, patience] of [['SIGTERM', 500] as const, ...escalation]) {
    child.kill(signal)
    if (await becomesTrue(() => hasEnded(child), patience)) return
  }
}

async function untilEnded(child: ChildProcess) {
  if (!hasEnded(child)) await once(child, 'exit')
}

function hasEnded(child: ChildProcess): boolean {
  return !child.pid || child.exitCode !== null || child.signalCode !== null
}

async function becomesTrue(condition: () => boolean, patience: number): Promise<boolean> {
  for (const end = Date.now() + patience; Date.now() < end; await sleep(10)) if (condition()) return true
  return condition()
}
