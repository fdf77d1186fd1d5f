import { randomBytes } from 'node:crypto'
import { createWriteStream, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const HOUR = 3_600_000

/** Writes content to a file that has no name yet. */
export type Drafts = { write(content: AsyncIterable<Uint8Array>): Promise<string> }

/** A folder for what is still arriving. Drafts of a process that died in the middle are cleared away at the next start. */
export function openDrafts(folder: string): Drafts {
  clear(folder)
  return {
    write: async (content) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, randomBytes(16).toString('hex'))
      try {
        await pipeline(content, createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }))
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
      return path
    },
  }
}

/** Young ones may belong to another node that shares the folder. */
function clear(folder: string): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() }
    if (Date.now() - mtimeMs > HOUR) rmSync(path, { force: true })
  }
}
