import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ignore } from '#db/embedded/binaries.ts'
import { startOf } from '#db/embedded/processes.ts'

/** One Hilo process owns the folder. A process is identified by its id and start time, because ids are reused. */
export async function takeLock(folder: string): Promise<() => void> {
  const file = join(folder, 'hilo.pid')
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${process.pid} ${startOf(process.pid)}\n`)
  try {
    // A link appears together with its content, and only if the name is free.
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
  // Moved aside and checked again: of two processes that found a dead owner, neither may remove the other's new lock.
  const aside = `${file}.stale.${process.pid}`
  await rename(file, aside).catch(ignore('ENOENT'))
  if ((await readFile(aside, 'utf8').catch(() => held)) !== held) await link(aside, file).catch(ignore('EEXIST'))
  await rm(aside, { force: true })
}

export const otherFolder = 'Stop that one first, or give this one its own folder with HILO_DATA.'

export function ownerIn(lock: string): number | undefined {
  const [, pid, start] = /^(\d+) (.+)\n$/.exec(lock) ?? []
  return pid && startOf(Number(pid)) === start ? Number(pid) : undefined
}
