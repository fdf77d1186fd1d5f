import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRunning, killProcessesIn } from './processes.ts'

const MEMORY = '/dev/shm'

/** A folder for everything this run writes, named after its process, so that a later run can tell it is abandoned. */
export async function makeScratch(): Promise<string> {
  const folder = await mkdtemp(join(await chooseParent(), `hilo-test-${process.pid}-`))
  await chmod(folder, 0o711) // PostgreSQL runs as an unprivileged user and must reach its data below this folder.
  return folder
}

/** Removes the folder with every process that still works in it. */
export async function removeScratch(folder: string): Promise<void> {
  killProcessesIn(folder)
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
}

/** Removes the folders and processes of runs that were killed and could not clean up themselves. */
export async function removeAbandoned(): Promise<void> {
  for (const parent of new Set([MEMORY, tmpdir()])) {
    for (const name of await readdir(parent).catch(() => [])) {
      const owner = /^hilo-test-(\d+)-/.exec(name)?.[1]
      if (owner && !isRunning(Number(owner))) await removeScratch(join(parent, name))
    }
  }
}

/** Memory instead of disk where there is room: most tests begin with a copy of the template database. */
async function chooseParent(): Promise<string> {
  const memory = await statfs(MEMORY).catch(() => undefined)
  return memory && memory.bavail * memory.bsize > 4 * 2 ** 30 ? MEMORY : tmpdir()
}
