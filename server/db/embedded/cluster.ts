import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, chown, open, readdir, readFile, readlink, realpath, rename, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import {
  type Binaries,
  canReach,
  exists,
  makePrivate,
  makeReachableFolder,
  reachableFolder,
  type User,
} from '#db/embedded/binaries.ts'
import { becomesTrue, cleanEnvironment, kill, processesIn } from '#db/embedded/processes.ts'

export type Settings = Record<string, string>

/** The draft is renamed when complete, so a folder called `postgres` is always a whole database. */
export async function initialise(folder: string, binaries: Binaries, settings: Settings, user?: User) {
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
    // The program exists, so the missing file is the C library it was built for.
    const advice = code === 'ENOENT' ? ' It needs glibc 2.27 or newer; without that, set DATABASE_URL.' : ''
    throw new Error(`The database could not be created in ${cluster}: ${stderr?.trim() || message}${advice}`, {
      cause: error,
    })
  }
}

/** Removes the leftovers of an interrupted first start: processes that may still be writing, and files. */
export async function removeUnfinished(folder: string) {
  const draft = join(folder, 'postgres.new')
  if (!(await exists(draft))) return
  const home = await realpath(draft).catch(() => draft)
  for (const pid of processesIn(home)) kill(pid, 'SIGKILL')
  await becomesTrue(() => processesIn(home).length === 0, 5_000)
  await rm(home, { recursive: true, force: true })
  await rm(draft, { recursive: true, force: true })
}

export async function locateCluster(folder: string): Promise<string> {
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

export async function checkVersion(cluster: string, binaries: Binaries) {
  const made = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  const [runs] = binaries.version.split('.')
  if (made === runs) return
  if (!made) throw new Error(`${cluster} holds something that is not a PostgreSQL database. Nothing was changed.`)
  throw new Error(
    `The database in ${cluster} was created by PostgreSQL ${made}, and this Hilo runs PostgreSQL ${runs}. ` +
      'Run `hilo backup` with the version of Hilo that created it, and `hilo restore` with this one in a new folder.',
  )
}

/** A database runs as the owner of its files, unless that is root. */
export async function chooseUser(cluster: string, databaseUser?: User): Promise<User | undefined> {
  const { uid, gid } = await stat(cluster)
  if (!databaseUser) {
    if (uid === process.getuid?.()) return undefined
    throw new Error(
      `The database in ${cluster} belongs to another user (uid ${uid}). Start Hilo as that user or as root.`,
    )
  }
  const user = uid === 0 ? databaseUser : { uid, gid }
  if (await canReach(user, dirname(cluster))) return user
  throw new Error(
    `The database in ${cluster} runs as an unprivileged user (uid ${user.uid}), who may not pass through ` +
      'one of the folders above it. Allow that with chmod o+x, or move the data folder.',
  )
}

/** Files restored from a copy may belong to root. */
export async function giveAway(cluster: string, { uid, gid }: User) {
  if ((await stat(cluster)).uid !== 0) return
  for (const name of await readdir(cluster, { recursive: true })) await chown(join(cluster, name), uid, gid)
  await chown(cluster, uid, gid)
  await chmod(cluster, 0o700)
}

/** A rename survives a power cut only once its folder was written to disk. */
async function syncFolder(folder: string) {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
